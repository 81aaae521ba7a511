import '@mantine/core/styles.css';
import '../src/app/app.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { queryClient } from '../src/api/queries.js';
import { theme } from '../src/app/theme.js';
import { ConfirmProvider } from '../src/components/confirm.js';
import { LiveBanner } from '../src/components/live-state.js';
import { Toasts } from '../src/components/toasts.js';
import { useLiveStatus } from '../src/live/live.js';
import { SessionProvider } from '../src/session/session.js';
import { USER } from './fixtures.js';
import type { Story } from './story.js';

/** Draws the story as it is in the application, or the list of all. */
export function render(story: Story | undefined, names: readonly string[]): void {
  const root = createRoot(document.getElementById('root') ?? document.body);
  if (!story) {
    root.render(
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href={`?story=${name}`}>{name}</a>
          </li>
        ))}
      </ul>,
    );
    return;
  }
  root.render(
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <SessionProvider user={USER}>
            <ConfirmProvider>
              {story.isScreen ? (
                <Shown story={story} />
              ) : (
                <main style={{ padding: 16 }}>
                  <h1 className="visually-hidden">Story</h1>
                  <Shown story={story} />
                </main>
              )}
            </ConfirmProvider>
            <Toasts />
          </SessionProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

/** The story as soon as its stream is in the state that it is about. */
function Shown({ story: { show, stream = 'live', isScreen = false } }: { readonly story: Story }) {
  const { state, age } = useLiveStatus();
  if (state !== (stream === 'lost' ? 'lost' : 'live') || (stream === 'old' && age === 0)) return null;
  return (
    <>
      {stream === 'live' || isScreen ? null : <LiveBanner />}
      <div data-part>{show()}</div>
    </>
  );
}
