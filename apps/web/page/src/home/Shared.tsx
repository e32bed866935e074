// SPDX-License-Identifier: MIT
// A link that holds a game: it is unpacked, becomes a game of this server, and is opened.
import { useEffect, useState } from 'preact/hooks';
import { api } from '../api';
import { readLink } from '../share';

export function Shared({ data }: { data: string }) {
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    let here = true;
    readLink(data).then((saved) => api.create({ saved })).then((game) => {
      // Going back must not open it a second time.
      if (here) window.location.replace(`#/game/${game.id}`);
    }).catch((error: unknown) => here && setWrong(error instanceof Error ? error.message : String(error)));
    return () => {
      here = false;
    };
  }, [data]);
  return (
    <main class="page loading">
      {wrong ? <><h1>The link could not be opened</h1><p role="alert">{wrong}</p><p><a href="#/">All games</a></p></> : <><span class="spinner" aria-hidden="true" /><p class="quiet">The game is being unpacked…</p></>}
    </main>
  );
}
