import type { Stories, Story } from '../../../stories/story.js';
import { presetRange } from '../../components/time-range/time-range.js';
import './energy.css';
import { HeatMapPanel } from './heat-map-panel.js';

const [BEGIN, HOUR] = [1_772_409_600, 3_600];
const hours = Array.from({ length: 168 }, (_, place) => place);

const map = (measured: readonly number[]): Story => ({
  api: {
    '/api/history/objects': {
      objects: [{ id: 'inlet-1', kind: 'inlet', name: 'Inlet', measures: [{ measure: 'energy' }] }],
      resolutions: [],
    },
    '/api/history': {
      t: measured.map((hour) => BEGIN + HOUR * hour),
      used: measured.map((hour) => 1.4 + Math.sin(((hour % 24) / 24) * Math.PI)),
    },
  },
  show: () => <HeatMapPanel range={presetRange('7d')} />,
});

export default {
  gap: map(hours.filter((hour) => hour < 60 || hour > 90)),
} satisfies Stories;
