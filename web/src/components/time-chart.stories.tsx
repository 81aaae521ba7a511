import type uPlot from 'uplot';
import { LONG } from '../../stories/fixtures.js';
import type { Stories, Story } from '../../stories/story.js';
import { TimeChart, type TimeChartProps } from './time-chart.js';

const BEGIN = 1_772_438_400;
const TIMES = Array.from({ length: 96 }, (_, place) => BEGIN + 900 * place);
const wave = (size: number) => TIMES.map((_, place) => 400 + size * Math.sin(place / 9));
const SPREAD = [
  { label: 'Average', color: 1 },
  { label: 'Maximum', color: 2, edge: 'high' },
  { label: 'Minimum', color: 2, edge: 'low' },
] as const;

const chart = (columns: uPlot.AlignedData, props: Partial<TimeChartProps> = {}): Story => {
  const data = () => columns;
  return {
    show: () => <TimeChart label="Outlet 1: power" unit="W" zone="UTC" lines={SPREAD} data={data} {...props} />,
  };
};

export default {
  spread: chart([TIMES, wave(80), wave(140), wave(20)]),
  gap: chart([TIMES, wave(80).map((value, place) => (place > 40 && place < 60 ? null : value)), wave(140), wave(20)]),
  limit: chart([TIMES, wave(80), wave(140), wave(20)], { limits: [{ label: 'Rating 16 A', value: 470 }] }),
  bars: chart([TIMES.slice(0, 7), [4, 5, 3, 6, 5, 4, 2]], { isBars: true, lines: [{ label: 'Energy' }], unit: 'kWh' }),
  empty: chart([[], [], [], []]),
  'long-names': chart([TIMES, wave(80), wave(30)], {
    lines: [{ label: LONG }, { label: `${LONG}, the period before`, isLimit: true }],
  }),
} satisfies Stories;
