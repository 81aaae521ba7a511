import '@mantine/core/styles.css';
import './app.css';
import '../components/back-guard.js'; // before the router
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { basePath } from '../api/base-path.js';
import { queryClient } from '../api/queries.js';
import { Toasts } from '../components/toasts.js';
import { ErrorBoundary } from './error-boundary.js';
import { Gate } from './gate.js';
import { theme } from './theme.js';

/** The nonce of this page, by which the server's policy allows the style elements that components add at run time. */
const nonce = document.querySelector('meta[name="style-nonce"]')?.getAttribute('content') ?? '';
// The library that stops the page from scrolling behind a dialog reads it from here.
Object.assign(globalThis, { __webpack_nonce__: nonce });

/** The whole application. */
export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter basename={basePath}>
            <Gate />
            <Toasts />
          </BrowserRouter>
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  );
}
