// SPDX-License-Identifier: MIT
// A running analysis: begun, aimed at what is shown, followed and ended. It ends with the component that uses it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { api, ApiError, listen, type Game, type Search, type Stream } from '../api';
import { same } from './lines';

export interface Aim {
  path: string[];
  only: string[];
  player: string;
  seconds: number;
  turn: number; // another one: it is to go on
}
export interface Running {
  state: 'off' | 'starting' | 'waiting' | 'running' | 'ended' | 'failed';
  place: number;
  reason: string;
  report: Search | null;
}
const off: Running = { state: 'off', place: 0, reason: '', report: null };

export function useAnalysis(game: Game, on: boolean, aim: Aim): Running {
  const [now, setNow] = useState<Running>(off);
  const held = useRef<{ id: string; stream: Stream; player: string } | null>(null);
  const path = useRef(aim.path);
  path.current = aim.path;
  const turn = useRef(0);
  const asked = useRef<Promise<void>>(Promise.resolve());
  const key = JSON.stringify([aim.path, aim.only, aim.seconds, aim.turn]);

  const drop = () => {
    const { current: was } = held;
    held.current = null;
    was?.stream.close();
    if (was) api.endAnalysis(was.id).catch(() => undefined);
  };
  const what = () => ({
    moves: aim.path,
    ...(aim.only.length ? { only: aim.only } : {}),
    seconds: aim.seconds,
  });
  const begin = async (mine: number) => {
    const { game: name, options, seed } = game.saved;
    const { id } = await api.analyse({ game: name, options, ...what(), ...(seed === undefined ? {} : { seed }), ...(aim.player ? { player: aim.player } : {}) });
    if (mine !== turn.current) {
      api.endAnalysis(id).catch(() => undefined);
      return;
    }
    const hear = (state: Running['state']) => (report: Search & { played?: string[] }) => {
      // What is still under way about another position comes too late.
      if (report.played && !same(report.played, path.current)) return;
      if (report.moves) setNow({ state, place: 0, reason: '', report });
      else setNow((was) => ({ ...was, state }));
    };
    const stream = listen(`/analyses/${id}/events`, {
      waiting: ({ place }: { place: number }) => setNow((was) => ({ ...was, state: place > 0 ? 'waiting' : 'running', place })),
      report: hear('running'),
      end: hear('ended'),
      failed: ({ reason }: { reason: string }) => setNow((was) => ({ ...was, state: 'failed', reason })),
    }, (state) => {
      if (state !== 'gone' || held.current?.id !== id) return;
      held.current = null;
      stream.close();
      setNow((was) => (was.state === 'failed' ? was : { ...was, state: 'ended' }));
    });
    held.current = { id, stream, player: aim.player };
  };

  useEffect(() => {
    const mine = ++turn.current;
    if (!on) {
      drop();
      setNow((was) => (was.report ? { ...was, state: 'off' } : off));
      return;
    }
    const fresh = (was: Running): Running => {
      const about = (was.report as { played?: string[] } | null)?.played;
      return { state: 'starting', place: 0, reason: '', report: about && same(about, aim.path) ? was.report : null };
    };
    setNow(fresh);
    // One request after the other: two that are under way may arrive the other way round, and what is shown would not be looked at.
    asked.current = asked.current.then(async () => {
      if (mine !== turn.current) return;
      try {
        if (held.current && held.current.player !== aim.player) drop();
        if (held.current) {
          try {
            await api.aim(held.current.id, what());
            return;
          } catch (error) {
            if (!(error instanceof ApiError) || error.status !== 404) throw error;
            if (mine === turn.current) drop();
          }
        }
        if (mine === turn.current) await begin(mine);
      } catch (error) {
        if (mine === turn.current) setNow({ ...off, state: 'failed', reason: error instanceof Error ? error.message : String(error) });
      }
    });
  }, [on, key, aim.player, game.id]);
  useEffect(() => () => {
    turn.current++;
    drop();
  }, []);
  return now;
}

/** One search to its end, for a judgement: its last report. */
export function searchOnce(game: Game, moves: string[], only: string[], seconds: number, player = ''): { done: Promise<Search>; stop: () => void } {
  let stream: Stream | null = null;
  let id = '';
  let stopped = false;
  const stop = () => {
    if (stopped) return;
    stopped = true;
    stream?.close();
    if (id) api.endAnalysis(id).catch(() => undefined);
  };
  const done = (async () => {
    const { game: name, options, seed } = game.saved;
    ({ id } = await api.analyse({ game: name, options, moves, only, seconds, ...(seed === undefined ? {} : { seed }), ...(player ? { player } : {}) }));
    if (stopped) {
      api.endAnalysis(id).catch(() => undefined);
      throw new Error('stopped');
    }
    return new Promise<Search>((resolve, reject) => {
      stream = listen(`/analyses/${id}/events`, {
        end: resolve,
        failed: ({ reason }: { reason: string }) => reject(new Error(reason)),
      }, (state) => state === 'gone' && reject(new Error('The search has ended early.')));
    }).finally(stop);
  })();
  return { done, stop };
}
