// SPDX-License-Identifier: MIT
// A game in a link: what is needed to play it again, compressed, in the part of the address that no server sees.
import type { SavedGame } from './api';

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

export async function shareLink(saved: SavedGame): Promise<string> {
  const { reviews: _, ...game } = saved; // long, and made again at will
  const packed = await through(new TextEncoder().encode(JSON.stringify(game)), new CompressionStream('deflate-raw'));
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join('')).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  return `${window.location.origin}${window.location.pathname}#/share/${text}`;
}

const most = 1_000_000; // characters of a game: a link may be made by anybody

export async function readLink(data: string): Promise<SavedGame> {
  try {
    const packed = Uint8Array.from(atob(data.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
      if (text.length > most) throw new Error();
    }
    return JSON.parse(text) as SavedGame;
  } catch {
    throw new Error('This link does not hold a whole game: part of it may be missing.');
  }
}
