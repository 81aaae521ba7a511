import 'uplot/dist/uPlot.min.css';
import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { number } from '../language/format.js';

export interface ChartLine {
  readonly label: string;
  /** One of the four chart colours, 1 to 4; counted by place if absent. */
  readonly color?: number;
  /** The line is a limit instead of a measurement, and is dashed. */
  readonly isLimit?: boolean;
}

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
  /** Subscribes to new data and answers the unsubscribe function. Without it the chart is drawn when `data` changes. */
  readonly onTick?: (redraw: () => void) => () => void;
  /** Called when the user has selected a time range with the mouse: seconds since 1970. */
  readonly onZoom?: (from: number, to: number) => void;
}

/** Lines over time on a canvas, so that React renders nothing for new data. */
export function TimeChart(props: TimeChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const { colorScheme } = useMantineColorScheme();
  const { data, onTick, label, lines, zone, unit, height = 140 } = props;
  const key = JSON.stringify([lines, zone, unit, height, colorScheme, props.span]);
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const plot = new uPlot(optionsOf(props, element), data(), element);
    const stopTicks = onTick?.(() => plot.setData(data()));
    const sizes = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    sizes.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const repaint = (): void => plot.redraw(false, true);
    scheme.addEventListener('change', repaint);
    return () => {
      scheme.removeEventListener('change', repaint);
      sizes.disconnect();
      stopTicks?.();
      plot.destroy();
    };
    // The functions in the props are new on each render, so a new chart is made only if its appearance or its data
    // source changes.
  }, [key, data]);
  return <div ref={host} role="img" aria-label={label} style={{ height, width: '100%', overflow: 'hidden' }} />;
}

const color = (element: Element, name: string) => (): string => getComputedStyle(element).getPropertyValue(name).trim();

function optionsOf(
  { lines, unit, zone, height = 140, digits = 0, minSpan = 0, range, span, onZoom }: TimeChartProps,
  element: HTMLElement,
): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: color(element, '--quiet'),
    grid: { stroke: color(element, '--line'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui, sans-serif',
  };
  return {
    width: element.clientWidth,
    height,
    padding: [8, 4, 0, 0],
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), zone),
    fmtDate: (template) => uPlot.fmtDate(template),
    cursor: { drag: { x: onZoom !== undefined, y: false, setScale: false }, points: { size: 5 } },
    hooks: {
      ...(onZoom && {
        setSelect: [
          (plot: uPlot) => {
            const { left, width } = plot.select;
            if (width > 4) onZoom(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'));
          },
        ],
      }),
    },
    scales: {
      x: { time: true, range: (_, min, max) => (span ? [span[0], span[1]] : [Math.min(min, max - minSpan), max]) },
      y: { range: (_, min, max) => (range ?? atLeastZero)(min, max) },
    },
    axes: [
      { ...axis, values: CLOCK, space: 90, size: 24 },
      {
        ...axis,
        size: 56,
        space: 30,
        values: (_, splits) => splits.map((value) => `${number(value, digits)} ${unit}`),
      },
    ],
    series: [
      {},
      ...lines.map(({ label, color: place, isLimit }, index) => ({
        label,
        stroke: color(element, `--chart-${place ?? (index % 4) + 1}`),
        width: 1.5,
        spanGaps: false,
        points: { show: ({ data: [times] }: uPlot) => times.length < FEW, size: 4 },
        ...(isLimit && { dash: [5, 5], width: 1 }),
      })),
    ],
  };
}

/** The labels of the time axis: a 24-hour clock, and the date where a day begins. */
const CLOCK: uPlot.Axis.Values = [
  [86_400, '{YYYY}-{MM}-{DD}', null, null, null, null, null, null, 1],
  [3_600, '{MM}-{DD} {HH}:{mm}', null, null, null, null, null, null, 1],
  [60, '{HH}:{mm}', null, null, null, null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', null, null, null, null, null, null, 1],
];

/** With fewer points than these there is no visible line, so the points are drawn. */
const FEW = 3;

const atLeastZero = (_min: number, max: number): [number, number] => [0, Math.max(10, max * 1.15)];
