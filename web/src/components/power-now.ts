import type { LiveStore } from '../live/live-store.js';
import { inletName } from './inlet-name.js';
import { isUnsupplied } from './supply.js';

type Live = Pick<LiveStore, 'all'>;

/**
 * The power of now, W: that at the inlets; that of the banks or the outlets for a role that may not view the inlets.
 * Undefined if nothing is measured.
 */
export function powerNow(live: Live): number | undefined {
  const sums = [
    live.all('inlets').map(({ inletActivePower }) => inletActivePower),
    live.all('banks').map(({ activePower }) => activePower),
    live.all('outlets').map(({ watts }) => watts),
  ].map((powers) => powers.filter((power) => power !== undefined));
  return sums.find((powers) => powers.length > 0)?.reduce((sum, power) => sum + power, 0);
}

export interface Headroom {
  readonly id: string;
  readonly name: string;
  /** The current that is left, A; negative when it is overloaded, undefined while no circuit has a supply. */
  readonly left: number | undefined;
  readonly level: 'ok' | 'warn' | 'bad';
}

/** The share of what a circuit may carry below which the rest of it is little. */
const LITTLE = 0.1;

/**
 * The circuit, a bank or a line of an inlet, with the least current left, among those that have a supply; undefined if no
 * rating is known.
 * @param usableAmps what a circuit may carry continuously, A, by its id
 */
export function tightest(live: Live, usableAmps: (id: string) => number | undefined): Headroom | undefined {
  const circuits = [
    ...live.all('banks').map(({ id, bankName, currentRms }) => ({ id, name: bankName, amps: currentRms })),
    ...live.all('inlets').flatMap(({ id, inletCurrentRms, inletLines }) => {
      const name = inletName(live, id);
      return (
        inletLines?.map((line) => ({ id: line.id, name: `${name} ${line.line}`, amps: line.currentRms })) ?? [
          { id, name, amps: inletCurrentRms },
        ]
      );
    }),
  ];
  const headrooms = circuits.flatMap(({ id, name, amps }) => {
    const usable = usableAmps(id);
    if (amps === undefined || usable === undefined) return [];
    const left = usable - amps;
    return [{ id, name, left, level: levelOf(left, usable) }];
  });
  if (headrooms.length === 0) return undefined;
  const supplied = headrooms.filter(({ id }) => !isUnsupplied(live, id));
  const [least] = supplied.toSorted((a, b) => a.left - b.left);
  return least ?? { id: '', name: '', left: undefined, level: 'bad' };
}

function levelOf(left: number, usable: number): Headroom['level'] {
  if (left < 0) return 'bad';
  return left < usable * LITTLE ? 'warn' : 'ok';
}
