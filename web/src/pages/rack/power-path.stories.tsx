import { aBank, aMessage, BANK_SIZE, HEBREW, LONG, someOutlets } from '../../../stories/fixtures.js';
import type { Stories, Story } from '../../../stories/story.js';
import type { PowerNode } from '../../components/power-tree.js';
import type { LiveMessage } from '../../live/live-store.js';
import { PowerPath } from './power-path.js';
import { shadesOf } from './shades.js';

interface Parts {
  readonly count?: number;
  /** Members that each outlet has instead of the usual ones. */
  readonly outlet?: object;
  /** The same for each bank. */
  readonly bank?: object;
  readonly isThreePhase?: boolean;
  /** The loads are calculated, and the first bank would be overloaded. */
  readonly isPlanned?: boolean;
}

const LINES = ['L1', 'L2', 'L3'];

/** The way from one inlet over its lines, if it has three, to the banks and their outlets. */
function path({ count = 8, outlet = {}, bank = {}, isThreePhase = false, isPlanned = false }: Parts = {}): Story {
  const outlets = someOutlets(count, outlet);
  const banks = Array.from({ length: Math.ceil(count / BANK_SIZE) }, (_, place) => {
    const activePower = drawnBy(outlets.slice(place * BANK_SIZE, (place + 1) * BANK_SIZE));
    return aBank(place + 1, { activePower, currentRms: activePower / 120, ...bank });
  });
  const watts = drawnBy(outlets);
  const inlet = {
    ...{ id: 'I', inletName: 'Feed A', inletActivePower: watts, inletCurrentRms: watts / 120 },
    inletLines: LINES.map((id, place) => ({ id, currentRms: watts / 360 + place / 2 })),
  };
  const nodes = [
    node('I', 'inlet', 'Feed A', [], watts),
    ...(isThreePhase ? LINES : []).map((line) => node(line, 'line', line, ['I'])),
    ...banks.map(({ id, bankName, activePower }, place) =>
      node(id, 'bank', bankName, [isThreePhase ? (LINES[place % LINES.length] ?? '') : 'I'], activePower),
    ),
    ...outlets.map((each) => node(each.id, 'outlet', each.outletName, [String(each.bankId)], each.watts)),
  ];
  const plan = {
    ...{ isOn: isPlanned, added: new Map(), add: () => undefined },
    nodes: isPlanned ? new Map(nodes.map((each) => [each.id, each])) : undefined,
    broken: new Set(isPlanned ? banks.slice(0, 1).map(({ id }) => id) : []),
  } as unknown as Parameters<typeof PowerPath>[0]['plan'];
  return {
    message: { ...aMessage({ outlets, banks }), inlets: [inlet] } as unknown as LiveMessage,
    show: () => (
      <PowerPath
        nodes={nodes}
        plan={plan}
        shadeOf={shadesOf(nodes)}
        alarmed={new Map()}
        opened={outlets[0]?.id}
        height={360}
      />
    ),
  };
}

const drawnBy = (outlets: readonly { readonly watts?: number }[]): number =>
  outlets.reduce((sum, { watts = 0 }) => sum + watts, 0);

function node(id: string, kind: PowerNode['kind'], name: string, parents: string[], nowWatts?: number): PowerNode {
  return { ...{ id, kind, name, parents, nowWatts }, ratedAmps: 20, usableAmps: 16 } as PowerNode;
}

export default {
  live: path(),
  'outlets-48': path({ count: 48, isThreePhase: true, outlet: { watts: 90, currentRms: 0.75 } }),
  off: path({ outlet: { state: 'OFF', watts: 0, currentRms: 0 } }),
  tripped: path({ count: 16, outlet: { watts: 0, currentRms: 0 }, bank: { circuitBreakerClosed: false } }),
  'not-metered': path({ outlet: { watts: undefined, currentRms: undefined } }),
  plan: path({ count: 16, isPlanned: true }),
  'long-names': path({ outlet: { outletName: LONG }, bank: { bankName: LONG } }),
  'right-to-left': path({ outlet: { outletName: HEBREW }, bank: { bankName: HEBREW } }),
  old: { ...path(), stream: 'old' },
  lost: { ...path(), stream: 'lost' },
} satisfies Stories;
