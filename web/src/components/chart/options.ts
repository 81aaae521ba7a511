import uPlot from 'uplot';
import { words } from '../../language/words.js';
import { CHART_TIMES, quantity, timesIn } from '../../language/format.js';
import { deviceNow } from '../../live/device-now.js';
import type { TimeChartProps } from '../time-chart.js';
import { announce } from './announce.js';
import { keys } from './keys.js';
import { highestOf, limitLines, lowestOf } from './limits.js';
import { markers as markersPlugin, type ChartMarker, type MarkerCluster } from './markers.js';
import { nowLine } from './now-line.js';
import { colorOf, readingAt, type ChartLine } from './reading.js';
import { tooltip } from './tooltip.js';
import { touch } from './touch.js';

const color = (element: Element, name: string) => (): string => getComputedStyle(element).getPropertyValue(name).trim();

/** All charts of a page have their crosshair at the same time; a selection stays in its own chart. */
const SYNC: uPlot.Cursor.Sync = {
  key: 'page',
  scales: ['x', null],
  filters: { pub: (type) => type === 'mousemove' || type === 'mouseleave' },
};

/** The parts of a chart that move on with the time, while the chart stays the same. */
export interface Moving {
  span: readonly [from: number, to: number] | undefined;
  markers: readonly ChartMarker[] | undefined;
}

/**
 * The appearance of a chart and its plugins.
 * @param moving read at each drawing
 */
export function chartOptions(
  props: Omit<TimeChartProps, keyof Moving>,
  moving: Readonly<Moving>,
  element: HTMLElement,
  onMarkers: (clusters: readonly MarkerCluster[]) => void,
): uPlot.Options {
  const { lines, unit, zone, height = 140, digits = 0, minSpan = 0, range, onZoom } = props;
  const { limits = [], isBars = false } = props;
  const reading = (place: number | null | undefined, data: uPlot.AlignedData) =>
    readingAt(data, place, lines, {
      dateTime: timesIn(zone).dateTime,
      unit,
      digits: isBars ? 3 : Math.min(3, digits + 1),
    });
  const axis: uPlot.Axis = {
    stroke: color(element, '--quiet'),
    grid: { stroke: color(element, '--line'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui, sans-serif',
  };
  const scale = range ?? atLeastZero;
  let plot: uPlot | undefined;
  return {
    width: element.clientWidth,
    height,
    padding: [8, SIDE, 0, 0],
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), zone),
    fmtDate: (template) => uPlot.fmtDate(template),
    cursor: {
      sync: SYNC,
      drag: { x: onZoom !== undefined, y: false, setScale: false },
      points: { size: 6, show: !isBars },
    },
    plugins: [
      { hooks: { init: (made) => (plot = made) } },
      keys(element),
      touch(),
      tooltip((place) => plot && reading(place, plot.data)),
      announce(element, (place) => (plot && reading(place, plot.data)) ?? words.chart.keys),
      nowLine(deviceNow, color(element, '--quiet')),
      ...(limits.length > 0 ? [limitLines(limits, color(element, '--bad'))] : []),
      ...(moving.markers ? [markersPlugin(() => moving.markers ?? [], onMarkers)] : []),
    ],
    hooks: {
      ...(onZoom && {
        setSelect: [
          (made: uPlot) => {
            const { left, width } = made.select;
            made.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
            if (width > 4) onZoom(made.posToVal(left, 'x'), made.posToVal(left + width, 'x'));
          },
        ],
      }),
    },
    scales: {
      x: { time: true, range: (_, min, max) => [...(moving.span ?? [Math.min(min, max - minSpan), max])] },
      y: { range: (_, min, max) => scale(lowestOf(min, limits), highestOf(max, limits)) },
    },
    axes: [
      { ...axis, values: CLOCK, space: 90, size: 24 },
      {
        ...axis,
        size: (_, texts: string[] | null) => Math.max(40, ...(texts ?? []).map(({ length }) => length * 6.5 + 14)),
        space: 30,
        values: (_, splits) => splits.map((value) => quantity(value, digits, unit)),
      },
    ],
    bands: bandsOf(lines, element),
    series: [
      {},
      ...lines.map((line, place) => seriesOf(line, color(element, `--chart-${colorOf(line, place)}`), isBars)),
    ],
  };
}

const bars = uPlot.paths.bars?.({ size: [0.8, 80], align: 1 });

function seriesOf(line: ChartLine, stroke: () => string, isBars: boolean): uPlot.Series {
  return {
    label: line.label,
    stroke: line.edge ? () => stroke() + EDGE : stroke,
    width: line.edge ? 0.5 : 1.5,
    spanGaps: false,
    points: { show: ({ data: [times] }: uPlot) => !isBars && times.length < FEW, size: 4 },
    ...(line.isLimit && { dash: [5, 5], width: 1 }),
    ...(isBars && {
      ...(bars && { paths: bars }),
      fill: () => stroke() + (line.isFaint ? FAINT : ''),
      width: line.isFaint ? 1 : 0,
    }),
  };
}

/** The areas between upper and lower edges. */
const bandsOf = (lines: readonly ChartLine[], element: Element): uPlot.Band[] =>
  lines.flatMap((line, place) =>
    line.edge === 'high' && lines[place + 1]?.edge === 'low'
      ? [
          {
            series: [place + 1, place + 2] as [number, number],
            fill: () => color(element, `--chart-${colorOf(line, place)}`)() + FAINT,
          },
        ]
      : [],
  );

/** The end of a colour "#1971c2" that makes it nearly transparent. */
const FAINT = '33';
/** The same for the edge of a band, which is drawn over the average and would hide its colour. */
const EDGE = '80';
/** The pixels at the right of the axis, into which the last label extends. */
const SIDE = 36;

/** The labels of the time axis: a 24-hour clock, and the date where a day begins. */
const [AT_DAY, AT_HOUR, AT_MINUTE, AT_SECOND] = CHART_TIMES;
const CLOCK: uPlot.Axis.Values = [
  [86_400, AT_DAY, null, null, null, null, null, null, 1],
  [3_600, AT_HOUR, null, null, null, null, null, null, 1],
  [60, AT_MINUTE, null, null, null, null, null, null, 1],
  [1, AT_SECOND, null, null, null, null, null, null, 1],
];

/** With fewer points than these there is no visible line, so the points are drawn. */
const FEW = 3;

const atLeastZero = (_min: number, max: number): [number, number] => [0, Math.max(10, max * 1.15)];
