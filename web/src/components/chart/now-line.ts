import type uPlot from 'uplot';

/** True if the time is inside the range and not at its right edge, where a line would say nothing. */
export const isInside = (now: number, min: number | undefined, max: number | undefined): boolean =>
  min !== undefined && max !== undefined && now > min && now < max - (max - min) / 200;

/** Draws a vertical line at the present time in a chart that extends beyond it. */
export const nowLine = (now: () => number, color: () => string): uPlot.Plugin => ({
  hooks: {
    draw: (plot) => {
      const { x: { min, max } = {} } = plot.scales;
      const at = now();
      if (!isInside(at, min, max)) return;
      const { ctx, bbox } = plot;
      const left = Math.round(plot.valToPos(at, 'x', true));
      ctx.save();
      ctx.strokeStyle = color();
      ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
      ctx.beginPath();
      ctx.moveTo(left, bbox.top);
      ctx.lineTo(left, bbox.top + bbox.height);
      ctx.stroke();
      ctx.restore();
    },
  },
});
