import type uPlot from 'uplot';
import { spoken, type Reading } from './reading.js';

/** Writes the values at the crosshair into the slider that the chart is for screen readers. */
export function announce(
  host: HTMLElement,
  readingAt: (place: number | null | undefined) => Reading | string,
): uPlot.Plugin {
  return {
    hooks: {
      setCursor: ({ cursor: { idx, left = -1 }, data: [times] }) => {
        const reading = readingAt(left < 0 ? null : idx);
        const share = left < 0 ? 100 : Math.round(((idx ?? 0) / Math.max(1, times.length - 1)) * 100);
        host.setAttribute('aria-valuenow', String(share));
        host.setAttribute('aria-valuetext', typeof reading === 'string' ? reading : spoken(reading));
      },
    },
  };
}
