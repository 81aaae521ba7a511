import { liveConnection } from '../live/live.js';

/** Time after the first live values in which a page finishes what it shows at first, ms. */
const SHOWING = 1_000;

let isShown = false;
const waiting = new Set<() => void>();

const stop = liveConnection.subscribe(() => {
  if (liveConnection.status.state !== 'live') return;
  stop();
  setTimeout(() => {
    isShown = true;
    for (const work of waiting) soon(work);
    waiting.clear();
  }, SHOWING);
});

/** Safari has no such callback; the page is shown there as well. */
const soon = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work);
};

/** Does what a page needs later as soon as it shows live values and the browser has nothing else to do. */
export function whenIdle(work: () => void): void {
  if (isShown) soon(work);
  else waiting.add(work);
}
