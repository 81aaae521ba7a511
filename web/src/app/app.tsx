import '@mantine/core/styles.css';
import './app.css';
import '../components/back-guard.js'; // before the router
import '../components/keep-focus.js';
import { MantineProvider } from '@mantine/core';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { basePath } from '../api/base-path.js';
import { isSomebodySignedIn } from '../api/first-request.js';
import { queryClient, readAhead } from '../api/queries.js';
import { Loading } from '../components/loading.js';
import { Toasts } from '../components/toasts.js';
import { live, liveConnection } from '../live/live.js';
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
const first = isWall() ? undefined : pageOf(location.pathname.slice(basePath.length));
const loading = (isWall() ? WALL : first)?.load().catch(() => undefined); // it is loaded again when it is shown

/** The longest wait for the first values before the page is shown without them, ms. */
const SHOW_AFTER = 1_000;
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

/**
 * Replaces what index.html shows meanwhile, if possible by the page with its first values: to render it without them first
 * would take longer.
 */
export async function showApp(): Promise<void> {
  const root = document.getElementById('root');
  if (!isWall() && (await isSomebodySignedIn())) {
    liveConnection.start();
    const reads = ['/api/user' as const, ...(first?.reads ?? [])].map((path) => readAhead(path));
    const ofPage = first?.readAhead?.().catch(() => undefined); // what is missing is read by the page
    await Promise.race([Promise.all([...reads, ofPage, loading, firstValues()]), enough()]);
  }
  if (root) createRoot(root).render(<App />);
}

/** Resolves with the first message of the stream. */
const firstValues = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = live.subscribe('all', () => {
      stop();
      resolve();
    });
  });

/** Values that take longer are not waited for. */
const enough = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SHOW_AFTER));
