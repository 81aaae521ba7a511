import { liveConnection } from '../live/live.js';

/** Time after the first live values in which a page finishes what it shows at first, ms. */
const SETTLING = 1_000;

let isSettled = false;
const waiting = new Set<() => void>();

const stop = liveConnection.subscribe(() => {
  if (liveConnection.status.state !== 'live') return;
  stop();
  setTimeout(() => {
    isSettled = true;
    for (const work of waiting) soon(work);
    waiting.clear();
  }, SETTLING);
});

/** Safari has no such callback; the page is settled there as well. */
const soon = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work);
};

/** Does what a page needs later as soon as it shows live values and the browser has nothing else to do. */
export function whenIdle(work: () => void): void {
  if (isSettled) soon(work);
  else waiting.add(work);
}
