// SPDX-License-Identifier: MIT
// Players and options as text: `rave:seconds=1,r=1000`, `size=6,swap=true`.
import type { Schema } from './api';

export interface Spec {
  name: string;
  values: Record<string, string>;
}

export function parseOptions(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    if (at > 0) values[part.slice(0, at).trim()] = part.slice(at + 1).trim();
  }
  return values;
}
export function parseSpec(text: string): Spec {
  const at = text.indexOf(':');
  if (at < 0) return { name: text, values: {} };
  return { name: text.slice(0, at), values: parseOptions(text.slice(at + 1)) };
}
export function writeOptions(values: Record<string, string>): string {
  return Object.entries(values).map(([key, value]) => `${key}=${value}`).join(',');
}
export function writeSpec({ name, values }: Spec): string {
  const options = writeOptions(values);
  return options ? `${name}:${options}` : name;
}
/** Only what differs from the defaults. */
export function different(values: Record<string, string>, schema: Schema): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => schema[key] && String(schema[key].default) !== value));
}
/** The same player, with no more seconds than the server allows: what analyses until it is stopped names more. */
export function within(text: string, seconds: number): string {
  const spec = parseSpec(text);
  return Number(spec.values.seconds ?? 0) > seconds ? writeSpec({ ...spec, values: { ...spec.values, seconds: String(seconds) } }) : text;
}
