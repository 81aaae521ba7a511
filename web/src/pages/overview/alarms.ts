import { en } from '../../language/en.js';
import { percent } from '../../language/format.js';
import type { LiveStore } from '../../live/live-store.js';
import { WARN_SHARE } from '../../parts/load-bar.js';

export interface Alarm {
  readonly tone: 'warn' | 'bad';
  readonly text: string;
  /** The page where it can be looked into. */
  readonly path: string;
}

/** Below this nothing that hangs on it runs, V. */
const NO_MAINS = 20;

/** What the newest measurements say is wrong, the worst first. */
export function alarmsOf(live: Pick<LiveStore, 'all'>): Alarm[] {
  const bad = (text: string, path: string): Alarm => ({ tone: 'bad', text, path });
  const tripped = trippedBanks(live); // its outlets are dead for that reason, not each for its own
  return [
    ...live
      .all('banks')
      .filter(({ circuitBreakerClosed }) => circuitBreakerClosed === false)
      .map(({ bankName }) => bad(en.overview.tripped(bankName), '/')),
    ...live
      .all('inlets')
      .filter(
        ({ atsInletReady, inletVoltageRms }) => atsInletReady === false || (inletVoltageRms ?? NO_MAINS) < NO_MAINS,
      )
      .map(({ inletName, atsInletId }) =>
        bad(en.overview.inletLost([inletName, atsInletId].filter(Boolean).join(' ')), '/'),
      ),
    ...live
      .all('outlets')
      .filter(({ relayHealth, bankId }) => relayHealth === 'Failed' && !tripped.has(String(bankId)))
      .map(({ outletName }) => bad(en.overview.relayFailed(outletName), '/outlets')),
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
    ...live
      .all('inlets')
      .flatMap(({ inletName, ratedCurrent, inletCurrentRms, inletLines }) =>
        inletLines
          ? inletLines.flatMap(({ line, currentRms }) => share(`${inletName} ${line}`, currentRms, ratedCurrent))
          : share(inletName, inletCurrentRms, ratedCurrent),
      ),
    ...live.all('banks').flatMap(({ bankName, currentRms, ratedCurrent }) => share(bankName, currentRms, ratedCurrent)),
  ];
}
