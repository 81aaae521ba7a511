import { aBank, aMessage, HEBREW, LONG, someOutlets, someRows } from '../../../stories/fixtures.js';
import type { Stories, Story } from '../../../stories/story.js';
import './rack.css';
import { RackGrid } from './rack-grid.js';

const plan = {
  ...{ isOn: false, broken: new Set<string>(), nodes: undefined, added: new Map(), add: () => undefined },
} as unknown as Parameters<typeof RackGrid>[0]['plan'];

const grid = (count: number, change: object = {}, bank: object = {}): Story => ({
  message: aMessage({
    outlets: someOutlets(count, change),
    banks: [1, 2, 3, 4, 5, 6].map((index) => aBank(index, bank)),
  }),
  show: () => (
    <RackGrid
      rows={someRows(count, change)}
      isStrip={count > 16}
      shadeOf={() => 1}
      sparks={new Map()}
      alarmed={new Map()}
      isSelecting={false}
      nodes={new Map()}
      plan={plan}
      opened={undefined}
      onOpen={() => undefined}
      selected={new Set()}
      onSelect={() => undefined}
    />
  ),
});

export default {
  live: grid(8),
  'outlets-48': grid(48),
  off: grid(8, { state: 'OFF', watts: 0, currentRms: 0 }),
  tripped: grid(8, {}, { circuitBreakerClosed: false }),
  'relay-failed': grid(8, { relayHealth: 'Failed', state: 'OFF' }),
  protected: grid(8, { protection: 'locked' }),
  'not-metered': grid(8, { watts: undefined, currentRms: undefined }),
  'long-names': grid(8, { outletName: LONG }),
  'right-to-left': grid(8, { outletName: HEBREW }),
  old: { ...grid(8), stream: 'old' },
  lost: { ...grid(8), stream: 'lost' },
} satisfies Stories;
