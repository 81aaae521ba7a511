import type uPlot from 'uplot';

/** The crosshair follows a finger: from where it is put down, as long as it moves sideways. */
export function touch(): uPlot.Plugin {
  return {
    hooks: {
      ready: ({ over }) => {
        over.style.touchAction = 'pan-y'; // up and down scrolls the page
      },
      init: (plot) => {
        const { over } = plot;
        const follow = (event: PointerEvent): void => {
          if (!isFinger(event)) return;
          const { left, top } = over.getBoundingClientRect();
          plot.setCursor({ left: event.clientX - left, top: event.clientY - top });
        };
        over.addEventListener('pointerdown', follow);
        over.addEventListener('pointermove', follow);
      },
    },
  };
}

/** True for a finger or a pen that touches; a mouse is followed by the chart itself. */
export const isFinger = ({ pointerType, buttons }: Pick<PointerEvent, 'pointerType' | 'buttons'>): boolean =>
  pointerType !== 'mouse' && buttons > 0;
