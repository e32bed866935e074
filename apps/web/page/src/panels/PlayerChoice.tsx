// SPDX-License-Identifier: MIT
// Who searches: the one that suits the game, a named level, or any player with its parameters.
import { useState } from 'preact/hooks';
import type { GameInfo } from '../api';
import { EngineForm, inFull } from '../play/players';
import { within } from '../spec';
import { useStore } from '../state';

export function PlayerChoice({ info, value, onChange, label, standard }: { info: GameInfo | undefined; value: string; onChange: (spec: string) => void; label: string; standard?: string }) {
  const catalogue = useStore((s) => s.catalogue);
  const [own, setOwn] = useState(false);
  // What is being put together is not searched with before it is taken.
  const [draft, setDraft] = useState(info && catalogue ? within(inFull(info, value || info.analyst), catalogue.limits.seconds) : '');
  if (!info || !catalogue) return null;
  return (
    <div class="player-choice">
      <label>{label}
        <select value={own ? 'own' : value} onChange={(e) => {
          const chosen = e.currentTarget.value;
          setOwn(chosen === 'own');
          if (chosen !== 'own') onChange(chosen);
        }}>
          <option value="">{standard ?? 'recommended'}</option>
          {info.levels.length > 0 && <optgroup label="Levels">{info.levels.map((level) => <option key={level.name} value={level.spec}>{level.title}</option>)}</optgroup>}
          {Object.entries(info.named).filter(([name]) => !info.levels.some((level) => level.spec === name)).map(([name, spec]) => <option key={name} value={spec}>{name}</option>)}
          <option value="own">own parameters…</option>
        </select>
      </label>
      {own && (
        <details open><summary>Parameters</summary>
          <EngineForm catalogue={catalogue} info={info} value={draft} onChange={setDraft} />
          <button class="small" disabled={draft === value} onClick={() => onChange(draft)}>Take this player</button>
        </details>
      )}
    </div>
  );
}
