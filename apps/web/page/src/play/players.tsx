// SPDX-License-Identifier: MIT
// Choosing who plays: a person, a level of the game, or any engine with its parameters.
import { useId, useMemo, useState } from 'preact/hooks';
import type { Catalogue, FieldSchema, GameInfo, Schema } from '../api';
import { capital } from '../board/words';
import { different, parseSpec, writeSpec } from '../spec';

/** Whether it goes on thinking while others do, and the same player without or with that. */
const ponders = (player: string) => parseSpec(player).values.ponder === 'true';
function pondering(player: string, on: boolean): string {
  const { name, values: { ponder: _, ...values } } = parseSpec(player);
  return writeSpec({ name, values: on ? { ...values, ponder: 'true' } : values });
}
const levelOf = (info: GameInfo | undefined, player: string) => info?.levels?.find((l) => l.spec === player || l.spec === pondering(player, false));

export function playerWords(info: GameInfo | undefined, player: string): string {
  if (player === 'human') return 'Person';
  const level = levelOf(info, player);
  return (level ? capital(level.title) : player.split(':')[0]!) + (ponders(player) ? ', thinks along' : '');
}

/** An engine with its parameters written out: what a level stands for, or something to begin with. */
export function inFull(info: GameInfo, player: string): string {
  if (player === 'human') return `${info.algorithms[0]}:seconds=1`;
  const { name, values } = parseSpec(player);
  const named = info.named[name];
  if (!named) return player;
  const meant = parseSpec(named);
  return writeSpec({ name: meant.name, values: { ...meant.values, ...values } });
}

/** The parts of a pattern such as `^(none|(a|b)(\+(a|b))*)$`: what stands alone, and what can be joined. */
function partsOf(pattern: string | undefined): { alone: string; parts: string[] } | null {
  const match = /^\^\((\w+)\|\(([\w|]+)\)\(\\\+\(\2\)\)\*\)\$$/.exec(pattern ?? '');
  return match ? { alone: match[1]!, parts: match[2]!.split('|') } : null;
}

const sentence = (name: string) => name.replace(/_/g, ' ');
/** What letters stand for. */
const partWords: Record<string, string> = { M: 'Mosquito', L: 'Ladybug', P: 'Pillbug' };

/** A field for a value of the schema. */
export function Field({ name, schema, value, onChange }: { name: string; schema: FieldSchema; value: string; onChange: (value: string) => void }) {
  const id = useId();
  const parts = partsOf(schema.pattern);
  const changed = value !== String(schema.default);
  let input;
  if (schema.type === 'boolean') {
    input = <input id={id} type="checkbox" role="switch" checked={value === 'true'} onChange={(e) => onChange(String(e.currentTarget.checked))} />;
  } else if (schema.enum) {
    input = <select id={id} value={value} onChange={(e) => onChange(e.currentTarget.value)}>{schema.enum.map((v) => <option key={v}>{v}</option>)}</select>;
  } else if (parts) {
    const chosen = value === parts.alone ? [] : value.split('+');
    input = (
      <span class="parts" id={id} role="group" aria-label={sentence(name)}>
        {parts.parts.map((part) => (
          <label key={part}><input type="checkbox" checked={chosen.includes(part)} onChange={(e) => {
            const next = e.currentTarget.checked ? [...chosen, part] : chosen.filter((c) => c !== part);
            onChange(next.join('+') || parts.alone);
          }} />{partWords[part] ?? part}</label>
        ))}
      </span>
    );
  } else if ((schema.type === 'integer' || schema.type === 'number') && schema.maximum !== undefined && schema.minimum !== undefined && schema.type === 'integer' && schema.maximum - schema.minimum <= 32) {
    input = (
      <span class="range"><input id={id} type="range" min={schema.minimum} max={schema.maximum} value={value} onInput={(e) => onChange(e.currentTarget.value)} /><output>{value}</output></span>
    );
  } else {
    const numeric = schema.type === 'integer' || schema.type === 'number';
    input = <input id={id} type={numeric ? 'number' : 'text'} min={schema.minimum} max={schema.maximum} step={schema.type === 'number' ? 'any' : undefined} value={value}
      onChange={(e) => onChange(e.currentTarget.value || String(schema.default))} />;
  }
  return (
    <div class={`field${changed ? ' changed' : ''}${schema.type === 'boolean' ? ' boolean' : ''}`}>
      <label for={id} title={schema.description}>{sentence(name)}</label>
      {input}
      <small>{schema.description}{changed && <> · <button class="link" type="button" onClick={() => onChange(String(schema.default))}>default {String(schema.default) || 'empty'}</button></>}</small>
    </div>
  );
}

/** All of a schema, with a search when it is long. */
export function Fields({ schema, values, onChange }: { schema: Schema; values: Record<string, string>; onChange: (values: Record<string, string>) => void }) {
  const [search, setSearch] = useState('');
  const wanted = search.toLowerCase().trim();
  const names = Object.keys(schema).filter((name) => !wanted || name.includes(wanted.replace(/ /g, '_')) || schema[name]!.description.toLowerCase().includes(wanted));
  return (
    <div class="fields">
      {Object.keys(schema).length > 10 && <input type="search" placeholder="Search parameters" aria-label="Search parameters" value={search} onInput={(e) => setSearch(e.currentTarget.value)} />}
      {names.map((name) => (
        <Field key={name} name={name} schema={schema[name]!} value={values[name] ?? String(schema[name]!.default)} onChange={(value) => onChange(different({ ...values, [name]: value }, schema))} />
      ))}
      {!names.length && wanted && <p class="quiet">No parameter is called so.</p>}
    </div>
  );
}

/** An engine with all of its parameters; `value` is a spec. */
export function EngineForm({ catalogue, info, value, onChange }: { catalogue: Catalogue; info: GameInfo; value: string; onChange: (spec: string) => void }) {
  const id = useId();
  const spec = useMemo(() => parseSpec(value), [value]);
  const schema = catalogue.players[spec.name] ?? {};
  const names = [...info.algorithms, ...Object.keys(info.named)];
  const unlimited = !['iterations', 'seconds', 'cpu_seconds', 'depth'].some((key) => Number(spec.values[key] ?? 0) > 0) && schema.iterations;
  return (
    <div class="engine-form">
      <div class="field"><label for={id}>engine</label>
        <select id={id} value={spec.name} onChange={(e) => onChange(writeSpec({ name: e.currentTarget.value, values: e.currentTarget.value in catalogue.players ? { seconds: spec.values.seconds ?? '1' } : {} }))}>
          {names.map((name) => <option key={name}>{name}</option>)}
        </select>
      </div>
      <code class="spec">{value}</code>
      {unlimited && <p class="quiet">Without a limit of seconds or iterations it makes 10 000 playouts.</p>}
      <Fields key={spec.name} schema={schema} values={spec.values} onChange={(values) => onChange(writeSpec({ name: spec.name, values }))} />
    </div>
  );
}

export function SeatChoice({ catalogue, info, name, number, value, onChange, withPonder }: {
  catalogue: Catalogue; info: GameInfo; name: string; number: number; value: string; onChange: (player: string) => void;
  withPonder: boolean; // whether there is anybody to think along with
}) {
  const id = useId();
  const level = levelOf(info, value);
  const [own, setOwn] = useState(value !== 'human' && !level);
  // Thinking on is of use to those that keep their tree.
  const meant = parseSpec(inFull(info, value));
  const keeps = catalogue.players[meant.name]?.reuse;
  const mayPonder = keeps !== undefined && (meant.values.reuse ?? String(keeps.default)) === 'true';
  const choice = own ? 'own' : value === 'human' ? 'human' : (level?.name ?? 'own');
  return (
    <div class="seat-choice">
      <label for={id}><span class={`token p${number}`} aria-hidden="true" />{capital(name)}</label>
      <select id={id} value={choice} onChange={(e) => {
        const chosen = e.currentTarget.value;
        setOwn(chosen === 'own');
        if (chosen === 'human') onChange('human');
        else if (chosen === 'own') onChange(inFull(info, value));
        else onChange(info.levels.find((l) => l.name === chosen)!.spec);
      }}>
        <option value="human">Person</option>
        {info.levels?.length > 0 && <optgroup label="Engine">{info.levels.map((l) => <option key={l.name} value={l.name}>{capital(l.title)}</option>)}</optgroup>}
        <option value="own">Engine with own parameters…</option>
      </select>
      {withPonder && !own && value !== 'human' && mayPonder && (
        <label class="check"><input type="checkbox" checked={ponders(value)} onChange={(e) => onChange(pondering(value, e.currentTarget.checked))} /> thinks on while others do</label>
      )}
      {own && <details open><summary>Parameters</summary><EngineForm catalogue={catalogue} info={info} value={value} onChange={onChange} /></details>}
    </div>
  );
}

const clocks = [['', 'No clock'], ['60', '1 minute'], ['180+2', '3 minutes, 2 s a move'], ['300', '5 minutes'], ['600+5', '10 minutes, 5 s a move'], ['1800', '30 minutes']] as const;

export function ClockChoice({ value, onChange }: { value: string; onChange: (clock: string) => void }) {
  const id = useId();
  const known = clocks.some(([c]) => c === value);
  return (
    <div class="field"><label for={id}>Clock</label>
      <select id={id} value={value} onChange={(e) => onChange(e.currentTarget.value)}>
        {clocks.map(([c, words]) => <option key={c} value={c}>{words}</option>)}
        {!known && <option value={value}>{value}</option>}
      </select>
    </div>
  );
}
