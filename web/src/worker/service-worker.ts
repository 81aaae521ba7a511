/**
 * The service worker: it keeps the frame of the pages (index.html and the files that this one needs to begin), so that a
 * browser without a connection shows when it last saw the PDU. It stores what a version consists of when that is installed,
 * and nothing afterwards; it never sees a request for data.
 */
import { handlingOf } from './handling.js';

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
}

// The server writes these into the file: each version is another file, which the browser notices and installs.
const BUILD = '__BUILD__';
const FILES = '__SHELL_FILES__';

const worker = self as unknown as Worker;
const { scope } = worker.registration;
/** The caches belong to the whole host, which may have more than one PDU. */
const OWN_CACHES = `rackfeed shell ${scope} `;
const CACHE = OWN_CACHES + BUILD;
/** Time after which a page without an answer is shown from the cache, ms. */
const TIME_LIMIT = 4_000;
/** The answers of a proxy whose controller is not there. */
const NOBODY_THERE = new Set([502, 503, 504]);

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const handling = handlingOf(event.request, scope);
  if (handling === 'asset') event.respondWith(assetOf(event.request));
  if (handling === 'page') event.respondWith(pageOf(event.request));
});

/** Fails, and is tried again at the next visit, unless all files are of this version: a sign-in page of a network is not. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.split(' ').map((file) => scope + file));
  const page = await fetch(scope, { cache: 'no-store' });
  const text = await page.clone().text();
  if (!page.ok || page.redirected || !text.includes(`name="build" content="${BUILD}"`)) {
    throw new Error('The page is not of this version.');
  }
  await cache.put(scope, page);
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(OWN_CACHES) && name !== CACHE).map((name) => caches.delete(name)),
  );
  await worker.clients.claim();
}

const assetOf = async (request: Request): Promise<Response> =>
  (await caches.match(request.url, { cacheName: CACHE })) ?? fetch(request);

/** The page from the controller; only if that does not answer in time, the frame that is kept. */
async function pageOf(request: Request): Promise<Response> {
  const answer = fetch(request);
  const isLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), TIME_LIMIT));
  const inTime = await Promise.race([answer, isLate]).catch(() => undefined);
  if (inTime && !NOBODY_THERE.has(inTime.status)) return inTime;
  return (await caches.match(scope, { cacheName: CACHE })) ?? answer;
}
