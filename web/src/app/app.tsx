import '@mantine/core/styles.css';
import './app.css';
import '../components/back-guard.js'; // before the router
import { MantineProvider } from '@mantine/core';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { basePath } from '../api/base-path.js';
import { queryClient } from '../api/queries.js';
import { Loading } from '../components/loading.js';
import { Toasts } from '../components/toasts.js';
import { wallOptions } from '../pages/wall/wall-options.js';
import { isWall } from '../pages/wall/wall-token.js';
import { ErrorBoundary } from './error-boundary.js';
import { Gate } from './gate.js';
import { pageOf, WALL } from './pages.js';
import { theme } from './theme.js';

/** The nonce of this page, by which the server's policy allows the style elements that components add at run time. */
const nonce = document.querySelector('meta[name="style-nonce"]')?.getAttribute('content') ?? '';
// The library that stops the page from scrolling behind a dialog reads it from here.
Object.assign(globalThis, { __webpack_nonce__: nonce });

// The page of this address is loaded while it is not known yet who is signed in.
const first = isWall() ? WALL : pageOf(location.pathname.slice(basePath.length));
first?.load().catch(() => undefined); // it is loaded again when it is shown

/** Nobody reloads a screen on a wall; ms. */
const WALL_RELOAD = 60_000;

/** The whole application; the screen on a wall has neither navigation nor links, and the colours of its address. */
function App() {
  const forced = isWall() ? wallOptions(location.search).theme : undefined;
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      {...(forced && { forceColorScheme: forced })}
      getStyleNonce={() => nonce}
    >
      <ErrorBoundary reloadAfter={isWall() ? WALL_RELOAD : undefined}>
        <QueryClientProvider client={queryClient}>
          {isWall() ? (
            <Suspense fallback={<Loading />}>
              <WALL.component />
            </Suspense>
          ) : (
            <BrowserRouter basename={basePath}>
              <Gate />
              <Toasts />
            </BrowserRouter>
          )}
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  );
}

/** Replaces what index.html shows meanwhile. */
export function showApp(): void {
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App />);
}
