import type uPlot from 'uplot';

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -Infinity,
  End: Infinity,
};

/** The place that a key leads to: the keys of a slider. Undefined for other keys, and without data. */
export function placeAfter(key: string, place: number | null | undefined, count: number): number | undefined {
  const step = STEPS[key];
  if (step === undefined || count === 0) return undefined;
  const last = count - 1;
  if (place === null || place === undefined) return step === -Infinity ? 0 : last;
  return Math.max(0, Math.min(last, place + step));
}

/** Moves the crosshair with the keys of a slider; Escape removes it. */
export function keys(host: HTMLElement): uPlot.Plugin {
  let stop = (): void => undefined;
  return {
    hooks: {
      ready: (plot) => {
        const onKey = (event: KeyboardEvent): void => {
          const times = plot.data[0];
          const place = event.key === 'Escape' ? null : placeAfter(event.key, plot.cursor.idx, times.length);
          if (place === undefined) return;
          event.preventDefault();
          if (place === null) plot.setCursor({ left: -10, top: -10 });
          else plot.setCursor({ left: plot.valToPos(times[place] ?? 0, 'x'), top: 8 });
        };
        host.addEventListener('keydown', onKey);
        stop = () => host.removeEventListener('keydown', onKey);
      },
      destroy: () => stop(),
    },
  };
}
