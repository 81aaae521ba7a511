import { askForUser } from './api/first-request.js';
import { installServiceWorker } from './app/service-worker.js';
import { isHub } from './api/role.js';
import { applyLocale } from './language/locale.js';
import { loadWords, speakOfHub } from './language/words.js';
import { isWall, takeWallToken } from './pages/wall/wall-token.js';

/** Time after which a screen on a wall tries again what nobody is there to try, ms. */
const WALL_RETRY = 30_000;

async function start(): Promise<void> {
  if (isWall())
    takeWallToken(); // before anything is sent
  else askForUser();
  applyLocale();
  if (isHub) {
    speakOfHub();
    await loadWords('base', 'fleet');
    const { showHub } = await import('./hub/hub.js');
    showHub();
    return;
  }
  await loadWords('base');
  const { showApp } = await import('./app/app.js'); // its modules use texts when they are loaded
  await showApp();
  installServiceWorker();
}

start().catch((error: unknown) => {
  if (isWall()) setTimeout(() => location.reload(), WALL_RETRY);
  throw error;
});
