import type { Schema } from '../../api/client.js';
import { HEBREW, LONG } from '../../../stories/fixtures.js';
import type { Stories, Story } from '../../../stories/story.js';
import './energy.css';
import { EnergyBars } from './energy-bars.js';

const report = (names: readonly string[], factor = 1, coverage = 1): Schema['EnergyReportView'] =>
  ({
    ...{ by: 'outlet', currency: 'EUR' },
    total: {
      rows: names.map((name, place) => {
        const kWh = factor * (184 - 3.5 * place);
        return { id: String(place), name, kWh, cost: 0.31 * kWh, coverage };
      }),
    },
  }) as unknown as Schema['EnergyReportView'];

const bars = (names: readonly string[]): Story => ({
  show: () => <EnergyBars report={report(names)} before={report(names, 0.9)} />,
});

export default {
  'rows-48': bars(Array.from({ length: 48 }, (_, place) => `Outlet ${place + 1}`)),
  'long-names': bars([LONG, HEBREW, LONG.toUpperCase()]),
  'before-unmeasured': {
    show: () => <EnergyBars report={report(['Server', 'Switch'])} before={report(['Server', 'Switch'], 0.3, 0.3)} />,
  },
} satisfies Stories;
