import { basePath } from '../api/base-path.js';
import { ownBuild } from '../api/build.js';

/**
 * Installs the service worker, which keeps the frame of the pages for when there is no connection. Browsers have it over
 * HTTPS and on the machine itself only.
 */
export function installServiceWorker(): void {
  if (ownBuild === undefined || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register(`${basePath}/service-worker.js`, { scope: `${basePath}/`, updateViaCache: 'none' })
    .catch(() => undefined); // the pages work without it
}
