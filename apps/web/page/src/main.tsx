// SPDX-License-Identifier: MIT
// The page: what is shown for each route, and what is always there (the bar, messages, the live region).
import { render } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import './style/base.css';
import './style/layout.css';
import './style/board.css';
import './style/panels.css';
import './style/lab.css';
import { api, ApiError, hideToken, useToken } from './api';
import { Gradients } from './board/Gradients';
import { Home } from './home/Home';
import { NewGame } from './home/NewGame';
import { Shared } from './home/Shared';
import { Lab } from './lab/Lab';
import { GamePage } from './play/GamePage';
import { set, start, toast, update, useStore } from './state';
import { Icon } from './ui';

const themes = { auto: 'light', light: 'dark', dark: 'auto' } as const;
const themeWords = { auto: 'Colours: as the system has them', light: 'Colours: light', dark: 'Colours: dark' } as const;

function Bar() {
  const page = useStore((s) => s.route.page);
  const theme = useStore((s) => s.settings.theme);
  return (
    <header class="bar">
      <a class="skip" href="#app" onClick={(e) => { e.preventDefault(); document.querySelector<HTMLElement>('main [tabindex="0"], main a, main button')?.focus(); }}>To the content</a>
      <a class="brand" href="#/">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path class="crown" d="M8 16A5 5 0 0 1 5.5 7.5A6 6 0 0 1 14 4.6A6.5 6.5 0 0 1 23 5.5A5.5 5.5 0 0 1 26.5 13.5A4 4 0 0 1 23 16.5Q16 14 8 16Z" />
          <path class="crown" d="M13 14Q14.5 22 11.5 28H20.5Q17.5 22 19 14Z" />
          <path class="roots" d="M8 15V28M24 15.5V28M11 15V20.5M21 15V20.5M5.5 28H26.5" />
        </svg>
        Banyan
      </a>
      <nav aria-label="Pages">
        <a href="#/" aria-current={page !== 'lab' ? 'page' : undefined}>Play</a>
        <a href="#/lab" aria-current={page === 'lab' ? 'page' : undefined}>Lab</a>
      </nav>
      <button class="icon-button theme" aria-label={themeWords[theme]} title={themeWords[theme]} onClick={() => set({ theme: themes[theme] })}>
        <Icon name={theme === 'auto' ? 'auto' : theme === 'light' ? 'sun' : 'moon'} />
      </button>
    </header>
  );
}

function TokenForm() {
  const [token, setToken] = useState('');
  return (
    <main class="page loading">
      <h1>This server asks for its token</h1>
      <p>It was printed where the server was started.</p>
      <form class="row" onSubmit={(e) => { e.preventDefault(); useToken(token); }}>
        <input type="password" aria-label="Token" value={token} onInput={(e) => setToken(e.currentTarget.value)} /><button class="primary">Enter</button>
      </form>
    </main>
  );
}

function App() {
  const route = useStore((s) => s.route);
  const theme = useStore((s) => s.settings.theme);
  const text = useStore((s) => s.toast);
  const said = useStore((s) => s.said);
  const [locked, lock] = useState(false);
  // Before anything is painted, so that nothing is seen in other colours first.
  useLayoutEffect(() => {
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    let timer = 0;
    const load = () => {
      api.catalogue().then((catalogue) => update({ catalogue }), (error: unknown) => {
        if (error instanceof ApiError && error.status === 401) {
          lock(true);
          return;
        }
        toast(error instanceof Error ? error.message : String(error));
        timer = window.setTimeout(load, 3000);
      });
    };
    load();
    return () => window.clearTimeout(timer);
  }, []);
  useEffect(() => window.scrollTo(0, 0), [route.page]);
  const page = () => {
    if (locked) return <TokenForm />;
    switch (route.page) {
      case 'game': return <GamePage key={route.id} id={route.id} />;
      case 'new': return <NewGame game={route.game} />;
      case 'lab': return <Lab path={route.path} />;
      case 'share': return <Shared data={route.data} />;
      case 'home': return <Home />;
    }
  };
  return (
    <>
      <Gradients />
      <Bar />
      {page()}
      <div class="toast" role="alert">{text && <p>{text}<button class="icon-button" aria-label="Close" onClick={() => update({ toast: '' })}><Icon name="close" /></button></p>}</div>
      <div class="sr" id="said" aria-live="polite">{said}</div>
    </>
  );
}

hideToken();
start();
render(<App />, document.getElementById('app')!);
