import type uPlot from 'uplot';

export interface ChartLimit {
  readonly label: string;
  readonly value: number;
  /** The scale reaches to it, however far it is from the measurements. */
  readonly isAlwaysShown?: boolean;
}

/** The highest value of the scale: a limit is shown if the measurements reach at least two fifths of it. */
export const highestOf = (measured: number, limits: readonly ChartLimit[]): number =>
  Math.max(
    measured,
    ...limits.filter(({ value, isAlwaysShown }) => isAlwaysShown || measured >= value * 0.4).map(({ value }) => value),
  );

/** The lowest value of the scale. */
export const lowestOf = (measured: number, limits: readonly ChartLimit[]): number =>
  Math.min(measured, ...limits.filter(({ isAlwaysShown }) => isAlwaysShown).map(({ value }) => value));

/** Draws each limit inside the scale as a dashed line with its name. */
export const limitLines = (limits: readonly ChartLimit[], color: () => string): uPlot.Plugin => ({
  hooks: {
    draw: (plot) => {
      const { ctx, bbox, scales } = plot;
      for (const { label, value } of limits) {
        if (value > (scales['y']?.max ?? 0) || value < (scales['y']?.min ?? 0)) continue;
        const top = Math.round(plot.valToPos(value, 'y', true));
        ctx.save();
        ctx.strokeStyle = ctx.fillStyle = color();
        ctx.setLineDash([5 * devicePixelRatio, 5 * devicePixelRatio]);
        ctx.beginPath();
        ctx.moveTo(bbox.left, top);
        ctx.lineTo(bbox.left + bbox.width, top);
        ctx.stroke();
        ctx.textAlign = 'left'; // that of the axis is another
        ctx.textBaseline = 'bottom';
        ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
        ctx.fillText(label, bbox.left + 6 * devicePixelRatio, top - 2 * devicePixelRatio);
        ctx.restore();
      }
    },
  },
});
