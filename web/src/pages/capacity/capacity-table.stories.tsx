import { HEBREW, LONG } from '../../../stories/fixtures.js';
import type { Stories, Story } from '../../../stories/story.js';
import { CapacityTable, type CapacityNode } from './capacity-table.js';

const node = (id: string, kind: CapacityNode['kind'], nowAmps: number, change: Partial<CapacityNode> = {}) => ({
  ...{ id, kind, nowAmps, name: id, parents: [], ratedAmps: 20, usableAmps: 16, typical: nowAmps - 0.5 },
  ...{ headroomAmps: 16 - nowAmps, headroomWatts: 230 * (16 - nowAmps), limitedBy: 'Bank 1' },
  peak: { week: { amps: nowAmps + 1, at: '2026-03-02T07:58:12Z' } },
  ...change,
});

const table = (nodes: readonly CapacityNode[]): Story => ({
  show: () => <CapacityTable nodes={nodes} derating={0.8} />,
});

export default {
  tree: table([
    node('Inlet', 'inlet', 11.2),
    node('Line 1', 'line', 8.4, { imbalancePercent: 12 }),
    node('Bank 1', 'bank', 17.1),
    node('Outlet 1', 'outlet', 3.2, { deviceName: HEBREW, receptacle: 'C13' }),
    node('Bank 2', 'bank', 22.4),
    node('Outlet 9', 'outlet', 0, { state: 'OFF', receptacle: 'C19' }),
  ]),
  'long-names': table([node('Bank 1', 'bank', 8.4, { name: LONG }), node('1', 'outlet', 2, { deviceName: LONG })]),
} satisfies Stories;
