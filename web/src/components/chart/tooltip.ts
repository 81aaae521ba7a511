import type uPlot from 'uplot';
import type { Reading } from './reading.js';

/** Pixels between the crosshair and the values beside it. */
const GAP = 12;

/** The left edge of the values: right of the crosshair, or left of it where they would leave the chart. */
export function leftOf(cursor: number, width: number, chart: number): number {
  const right = cursor + GAP;
  if (right + width <= chart) return right;
  return Math.max(0, cursor - GAP - width);
}

/** Shows the time and the values of all lines beside the crosshair. */
export function tooltip(readingAt: (place: number | null | undefined) => Reading | undefined): uPlot.Plugin {
  let box: HTMLDivElement | undefined;
  return {
    hooks: {
      init: ({ over }) => {
        box = document.createElement('div');
        box.className = 'chart-tooltip';
        box.hidden = true;
        over.append(box);
      },
      setCursor: ({ cursor: { idx, left = -1 }, over }) => {
        const reading = left < 0 ? undefined : readingAt(idx);
        if (!box) return;
        box.hidden = !reading;
        if (!reading) return;
        box.replaceChildren(
          line(reading.time),
          ...reading.values.map(({ label, text, color }) => line(label, text, color)),
        );
        box.style.left = `${leftOf(left, box.offsetWidth, over.clientWidth)}px`;
      },
    },
  };
}

function line(label: string, value?: string, color?: number): HTMLElement {
  const row = document.createElement('div');
  if (color !== undefined) row.append(element('i', '', `chart-swatch chart-color-${color}`));
  row.append(element('span', label));
  if (value !== undefined) row.append(element('b', value));
  return row;
}

function element(name: string, text: string, className = ''): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}
