import { words } from '../language/words.js';
import { percent } from '../language/format.js';
import type { LiveStore } from '../live/live-store.js';
import { inletName } from './inlet-name.js';
import { outletTitle } from './outlet-title.js';
import { WARN_SHARE } from './load-bar.js';
import { conditionOf, NO_MAINS } from './outlet-condition.js';

export interface Alarm {
  readonly tone: 'warn' | 'bad';
  readonly text: string;
  /** The page with the details. */
  readonly path: string;
}

/** The alarms from the newest measurements, the worst first, then the overloads. */
export function alarmsOf(live: Pick<LiveStore, 'all'>): Alarm[] {
  const bad = (text: string, path: string): Alarm => ({ tone: 'bad', text, path });
  const tripped = trippedBanks(live); // one alarm for the bank replaces those of its outlets
  const lost = live
    .all('inlets')
    .filter(
      ({ atsInletReady, inletVoltageRms }) => atsInletReady === false || (inletVoltageRms ?? NO_MAINS) < NO_MAINS,
    );
  const unpowered = live
    .all('outlets')
    .filter((outlet) => !tripped.has(String(outlet.bankId)) && conditionOf(outlet, undefined) === 'noPower')
    .map(outletTitle);
  return [
    ...live
      .all('banks')
      .filter(({ circuitBreakerClosed }) => circuitBreakerClosed === false)
      .map(({ bankName }) => bad(words.overview.tripped(bankName), '/overview')),
    ...lost.map(({ id }) => bad(words.overview.inletLost(inletName(live, id)), '/overview')),
    ...live
      .all('outlets')
      .filter((outlet) => !tripped.has(String(outlet.bankId)) && conditionOf(outlet, undefined) === 'relayFault')
      .map((outlet) => bad(words.overview.relayFailed(outletTitle(outlet)), '/outlets')),
    ...(unpowered.length > 0 && lost.length === 0 ? [bad(words.overview.noPower(unpowered), '/outlets')] : []),
    ...loads(live).flatMap(({ name, share }) =>
      share < WARN_SHARE
        ? []
        : [
            {
              tone: share < 1 ? 'warn' : 'bad',
              text: words.overview.overloaded(name, percent(share * 100)),
              path: '/overview',
            } as const,
          ],
    ),
  ];
}

const trippedBanks = (live: Pick<LiveStore, 'all'>): ReadonlySet<string> =>
  new Set(live.all('banks').flatMap(({ id, circuitBreakerClosed }) => (circuitBreakerClosed === false ? [id] : [])));

/** The load of each circuit as a share of its rating. */
function loads(live: Pick<LiveStore, 'all'>): { name: string; share: number }[] {
  const share = (name: string, current: number | undefined, rated: number | undefined) =>
    current === undefined || !rated ? [] : [{ name, share: current / rated }];
  return [
    ...live.all('inlets').flatMap(({ id, ratedCurrent, inletCurrentRms, inletLines }) => {
      const name = inletName(live, id);
      return inletLines
        ? inletLines.flatMap(({ line, currentRms }) => share(`${name} ${line}`, currentRms, ratedCurrent))
        : share(name, inletCurrentRms, ratedCurrent);
    }),
    ...live.all('banks').flatMap(({ bankName, currentRms, ratedCurrent }) => share(bankName, currentRms, ratedCurrent)),
  ];
}
