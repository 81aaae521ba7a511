import 'uplot/dist/uPlot.min.css';
import './chart/chart.css';
import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import uPlot from 'uplot';
import { words } from '../language/words.js';
import { timesIn } from '../language/format.js';
import { chartOptions, type Moving } from './chart/options.js';
import { Legend } from './chart/legend.js';
import { MarkerStrip } from './chart/marker-strip.js';
import type { ChartLimit } from './chart/limits.js';
import type { ChartMarker, MarkerCluster } from './chart/markers.js';
import type { ChartLine } from './chart/reading.js';

export type { ChartLimit, ChartLine, ChartMarker };

export interface TimeChartProps {
  /** The content of the chart, for screen readers. */
  readonly label: string;
  readonly unit: string;
  readonly lines: readonly ChartLine[];
  /** Seconds since 1970, then one column for each line; null is a gap. Read again at each `onTick`. */
  readonly data: () => uPlot.AlignedData;
  /** The device's zone. */
  readonly zone: string;
  readonly height?: number;
  readonly digits?: number;
  /** The shortest time that the chart spans, s. */
  readonly minSpan?: number;
  /** The range of the scale for the lowest and highest value; it keeps small noise from filling the chart. */
  readonly range?: (min: number, max: number) => [number, number];
  /** The time range of the chart, seconds since 1970; without it that of the data. */
  readonly span?: readonly [from: number, to: number];
  /** True for amounts of a step, which are bars from its begin. */
  readonly isBars?: boolean;
  readonly limits?: readonly ChartLimit[];
  /** Entries of the timeline on the time axis. Without the list there is no space for them. */
  readonly markers?: readonly ChartMarker[] | undefined;
  /** Subscribes to new data and answers the unsubscribe function; `data` is also read again when it is another function. */
  readonly onTick?: (redraw: () => void) => () => void;
  /** Called when the user has selected a time range with the mouse: seconds since 1970. */
  readonly onZoom?: (from: number, to: number) => void;
}

/**
 * Lines over time on a canvas, so that React renders nothing for new data. For the keyboard and screen readers it is a
 * slider over its values, which arrow keys move.
 */
export function TimeChart(props: TimeChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const [clusters, setClusters] = useState<readonly MarkerCluster[]>([]);
  const { colorScheme } = useMantineColorScheme();
  const { data, label, lines, zone, unit, height = 140, digits, isBars = false, limits, markers, span } = props;
  const [hasMarkers, hasSpan] = [markers !== undefined, span !== undefined];
  const key = JSON.stringify([lines, zone, unit, height, digits, colorScheme, isBars, limits, hasMarkers, hasSpan]);
  const moved = JSON.stringify([span, markers]);
  const made = useRef<uPlot>(undefined);
  const moving = useRef<Moving>({ span, markers });
  const zoom = useEffectEvent((from: number, to: number) => props.onZoom?.(from, to));
  const redraw = useEffectEvent(() => {
    Object.assign(moving.current, { span, markers });
    made.current?.setData(data());
  });
  const draw = useEffectEvent((element: HTMLElement) => {
    const { onZoom, ...others } = props;
    const shown = { ...others, ...(onZoom && { onZoom: (from: number, to: number) => zoom(from, to) }) };
    return new uPlot(chartOptions(shown, moving.current, element, setClusters), data(), element);
  });
  const subscribe = useEffectEvent(() => props.onTick?.(() => redraw()));
  // A chart that moves on with the time stays the same, so that neither the crosshair nor a zoom under way is lost.
  useEffect(() => redraw(), [data, moved]);
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const plot = draw(element);
    made.current = plot;
    const stopTicks = subscribe();
    const sizes = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    sizes.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const repaint = (): void => plot.redraw(false, true);
    scheme.addEventListener('change', repaint);
    return () => {
      scheme.removeEventListener('change', repaint);
      sizes.disconnect();
      stopTicks?.();
      made.current = undefined;
      plot.destroy();
    };
    // The functions in the props are new on each render, so a new chart is made only if its appearance changes.
  }, [key, height]);
  return (
    <figure className="chart">
      {lines.length > 1 && <Legend lines={lines} isBars={isBars} />}
      {markers && <MarkerStrip clusters={clusters} dateTime={timesIn(zone).dateTime} />}
      <div
        ref={host}
        className="chart-host"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={100}
        aria-valuetext={words.chart.keys}
        style={{ height }}
      />
    </figure>
  );
}
