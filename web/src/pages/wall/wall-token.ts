import { basePath } from '../../api/base-path.js';
import { sendAccessToken } from '../../api/credential.js';

/** The address of the wall screen. */
export const WALL_PATH = `${basePath}/wall`;
const KEPT = 'wall-token';

/** True if this tab was opened as a wall screen. */
export const isWall = (): boolean => location.pathname.replace(/\/$/, '') === WALL_PATH;

/**
 * Takes the token out of an address such as `/wall#token=…`, so that neither the address bar nor the history of the
 * browser keeps it. The tab keeps it until it is closed, for when the page is loaded again; `#token=` forgets it.
 */
export function takeWallToken(): void {
  take();
  // Another link in the same tab changes nothing but the fragment, which loads no page.
  addEventListener('hashchange', () => {
    if (take()) location.reload();
  });
}

function take(): boolean {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) {
    history.replaceState(history.state, '', location.pathname + location.search);
    keep(given);
  }
  const token = given ?? kept();
  sendAccessToken(token === '' ? undefined : token);
  return given !== null;
}

/** The storage of the tab may be forbidden; the token is then kept by the page alone. */
function keep(token: string): void {
  try {
    if (token === '') sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, token);
  } catch {
    // The page goes on with the token in its memory.
  }
}

function kept(): string {
  try {
    return sessionStorage.getItem(KEPT) ?? '';
  } catch {
    return '';
  }
}

/** True if the token is there after the page was loaded again. */
export const isTokenKept = (): boolean => kept() !== '';
