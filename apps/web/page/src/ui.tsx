// SPDX-License-Identifier: MIT
// Small parts that many places use: icons, dialogs, switches.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

const paths: Record<string, string> = {
  undo: 'M9 7L4 12L9 17M4 12H14A6 6 0 0 1 14 24',
  back: 'M15 5L8 12L15 19',
  forward: 'M9 5L16 12L9 19',
  first: 'M18 5L11 12L18 19M7 5V19',
  last: 'M6 5L13 12L6 19M17 5V19',
  hint: 'M9 18H15M10 21H14M8.5 15C7 13.8 6 12 6 10A6 6 0 0 1 18 10C18 12 17 13.8 15.5 15Z',
  play: 'M7 5L19 12L7 19Z',
  pause: 'M8 5V19M16 5V19',
  step: 'M6 5L14 12L6 19ZM18 5V19',
  flag: 'M6 21V4M6 4C10 2 13 7 18 4V13C13 16 10 11 6 13',
  share: 'M12 15V3M8 7L12 3L16 7M5 12V20H19V12',
  save: 'M12 3V15M8 11L12 15L16 11M5 16V20H19V16',
  seats: 'M9 11A3.5 3.5 0 1 0 9 4A3.5 3.5 0 0 0 9 11M2.5 20C2.5 16 5.5 14 9 14C12.5 14 15.5 16 15.5 20M16 4.3A3.5 3.5 0 0 1 16 10.8M18 14.3C20.3 15 21.5 17 21.5 20',
  again: 'M5 12A7 7 0 1 0 8 6.3M8 3V7H12',
  close: 'M6 6L18 18M18 6L6 18',
  sun: 'M12 8A4 4 0 1 0 12 16A4 4 0 1 0 12 8M12 2V4M12 20V22M2 12H4M20 12H22M5 5L6.4 6.4M17.6 17.6L19 19M19 5L17.6 6.4M6.4 17.6L5 19',
  moon: 'M19 14.5A8 8 0 0 1 9.5 5A8 8 0 1 0 19 14.5Z',
  auto: 'M12 3A9 9 0 1 0 12 21A9 9 0 1 0 12 3M12 3V21M12 6H18M12 10H20.5M12 14H20.5M12 18H18',
  rules: 'M5 4H10A2 2 0 0 1 12 6V20A2 2 0 0 0 10 18H5ZM19 4H14A2 2 0 0 0 12 6V20A2 2 0 0 1 14 18H19Z',
  open: 'M3 19V6H9L11 8H20V11M3 19L6 11H22L19 19Z',
  grid: 'M4 9H20M4 15H20M9 4V20M15 4V20',
  hurry: 'M4 5L12 12L4 19ZM12 5L20 12L12 19Z',
  check: 'M4 13L10 18L20 6',
  trash: 'M5 7H19M10 7V4H14V7M7 7L8 20H16L17 7',
};

export const Icon = ({ name }: { name: keyof typeof paths | string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d={paths[name] ?? ''} /></svg>
);

export function Dialog({ title, onClose, children, wide }: { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class={wide ? 'wide' : ''} aria-label={title} onClose={onClose} onClick={(e) => { if (e.target === dialog.current) onClose(); }}>
      <div class="dialog">
        <header><h2>{title}</h2><button class="icon-button" aria-label="Close" onClick={onClose}><Icon name="close" /></button></header>
        {children}
      </div>
    </dialog>
  );
}

export const Switch = ({ on, onChange, children }: { on: boolean; onChange: (on: boolean) => void; children: ComponentChildren }) => (
  <label class="switch">
    <input type="checkbox" role="switch" checked={on} onChange={(e) => onChange(e.currentTarget.checked)} /><i aria-hidden="true" /><span>{children}</span>
  </label>
);

/** 5:07, or 0:04.2 when it is short. */
export function clockTime(seconds: number): string {
  const s = Math.max(0, seconds);
  const minutes = Math.floor(s / 60);
  return s < 20 ? `${minutes}:${(Math.floor(s * 10) / 10).toFixed(1).padStart(4, '0')}` : `${minutes}:${String(Math.floor(s % 60)).padStart(2, '0')}`;
}
export const percent = (value: number) => `${Math.round(value * 100)} %`;
export const count = (n: number) => (n >= 1e6 ? `${(n / 1e6).toFixed(1)} M` : n >= 1e4 ? `${Math.round(n / 1e3)} k` : Math.round(n).toLocaleString('en'));
