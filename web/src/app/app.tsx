import '@mantine/core/styles.css';
import './app.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { basePath } from '../api/base-path.js';
import { queryClient } from '../api/queries.js';
import { Toasts } from '../parts/toasts.js';
import { CrashNote } from './crash-note.js';
import { Gate } from './gate.js';
import { styleNonce } from './style-nonce.js';
import { theme } from './theme.js';

/** The whole application. */
export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <CrashNote>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter basename={basePath}>
            <Gate />
            <Toasts />
          </BrowserRouter>
        </QueryClientProvider>
      </CrashNote>
    </MantineProvider>
  );
}
