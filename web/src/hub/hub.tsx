import '@mantine/core/styles.css';
import '../app/app.css';
import '../components/back-guard.js'; // before the router
import '../components/keep-focus.js';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { basePath } from '../api/base-path.js';
import { queryClient } from '../api/queries.js';
import { ErrorBoundary } from '../app/error-boundary.js';
import { Gate } from '../app/gate.js';
import { theme } from '../app/theme.js';
import { Toasts } from '../components/toasts.js';
import { HubShell } from './hub-shell.js';
import { hubPageOf } from './hub-pages.js';

const nonce = document.querySelector('meta[name="style-nonce"]')?.getAttribute('content') ?? '';
Object.assign(globalThis, { __webpack_nonce__: nonce });

// The page of this address is loaded while it is not known yet who is signed in.
hubPageOf(location.pathname.slice(basePath.length))
  ?.load()
  .catch(() => undefined); // it is loaded again when it is shown

/** Replaces what index.html shows meanwhile by the pages of a hub. */
export function showHub(): void {
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <ErrorBoundary reloadAfter={undefined}>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter basename={basePath}>
            <Gate shell={HubShell} />
            <Toasts />
          </BrowserRouter>
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>,
  );
}
