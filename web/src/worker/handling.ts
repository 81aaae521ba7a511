/** The parts of a request by which the service worker decides. */
export interface AskedFor {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/** First segments below the base path that are no pages: the data of the controller are never touched. */
const NO_PAGES = new Set(['api', 'ws', 'health', 'metrics', 'cmd.cgi', 'status.xml']);

/** The query by which a page is requested past the service worker: `/?shell=none`. */
const PAST_THE_SHELL = ['shell', 'none'] as const;

/**
 * The way the service worker treats a request: `asset` for a file with a hash in its name, `page` for a page that is
 * opened, undefined for everything else, which the browser sends as if there were no service worker.
 * @param scope the address below which the pages are, with a slash at its end
 */
export function handlingOf({ method, mode, url }: AskedFor, scope: string): 'asset' | 'page' | undefined {
  const address = new URL(url);
  const base = new URL(scope);
  if (method !== 'GET' || address.origin !== base.origin || !address.pathname.startsWith(base.pathname)) {
    return undefined;
  }
  const path = address.pathname.slice(base.pathname.length);
  if (path.startsWith('assets/')) return 'asset';
  const [name, value] = PAST_THE_SHELL;
  const isPast = address.searchParams.get(name) === value;
  return mode === 'navigate' && !isPast && !NO_PAGES.has(path.split('/')[0] ?? '') ? 'page' : undefined;
}
