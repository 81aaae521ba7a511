import { en } from '../../language/en.js';
import { percent } from '../../language/format.js';
import type { LiveStore } from '../../live/live-store.js';
import { inletName } from '../../parts/inlet-name.js';
import { WARN_SHARE } from '../../parts/load-bar.js';
import { conditionOf, NO_MAINS } from '../outlets/outlet-condition.js';

export interface Alarm {
  readonly tone: 'warn' | 'bad';
  readonly text: string;
  /** The page where it can be looked into. */
  readonly path: string;
}

/** What the newest measurements say is wrong, the worst first. */
export function alarmsOf(live: Pick<LiveStore, 'all'>): Alarm[] {
  const bad = (text: string, path: string): Alarm => ({ tone: 'bad', text, path });
  const tripped = trippedBanks(live); // its outlets are dead for that reason, not each for its own
  const lost = live
    .all('inlets')
    .filter(
      ({ atsInletReady, inletVoltageRms }) => atsInletReady === false || (inletVoltageRms ?? NO_MAINS) < NO_MAINS,
    );
  const dark = live
    .all('outlets')
    .filter((outlet) => !tripped.has(String(outlet.bankId)) && conditionOf(outlet, undefined) === 'noPower')
    .map(({ outletName }) => outletName);
  return [
    ...live
      .all('banks')
      .filter(({ circuitBreakerClosed }) => circuitBreakerClosed === false)
      .map(({ bankName }) => bad(en.overview.tripped(bankName), '/')),
    ...lost.map(({ id }) => bad(en.overview.inletLost(inletName(live, id)), '/')),
    ...live
      .all('outlets')
      .filter((outlet) => !tripped.has(String(outlet.bankId)) && conditionOf(outlet, undefined) === 'relayFault')
      .map(({ outletName }) => bad(en.overview.relayFailed(outletName), '/outlets')),
    ...(dark.length > 0 && lost.length === 0 ? [bad(en.overview.noPower(dark), '/outlets')] : []),
    ...loads(live).flatMap(({ name, share }) =>
      share < WARN_SHARE
        ? []
        : [
            {
              tone: share < 1 ? 'warn' : 'bad',
              text: en.overview.overloaded(name, percent(share * 100)),
              path: '/',
            } as const,
          ],
    ),
  ];
}

const trippedBanks = (live: Pick<LiveStore, 'all'>): ReadonlySet<string> =>
  new Set(live.all('banks').flatMap(({ id, circuitBreakerClosed }) => (circuitBreakerClosed === false ? [id] : [])));

/** How much of its rating each circuit carries. */
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
