import type { Schema } from '../api/client.js';
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
  /** The same for as long as the alarm lasts, whatever its numbers. */
  readonly key: string;
  /** Ids of the objects that it is at. */
  readonly places: readonly string[];
  /** Its beginning, seconds since 1970, where the controller says so. */
  readonly since?: number;
  /** Only for an event, whose alarm can be acknowledged: the id of the alarm. */
  readonly id?: string;
  /** The measurement of now and its limit, for an event that has one. */
  readonly reading?: Schema['AlarmReadingView'];
  readonly acknowledgement?: Schema['AcknowledgementView'];
}

/** The alarms from the newest measurements: those of breakers, mains and relays, then the overloads. */
export function alarmsOf(live: Pick<LiveStore, 'all'>): Alarm[] {
  const bad = (kind: string, text: string, path: string, ...places: string[]): Alarm => {
    return { tone: 'bad', text, path, key: `${kind} ${places.join(' ')}`, places };
  };
  const banks = new Set(live.all('banks').map(({ id }) => id));
  const tripped = trippedBanks(live); // one alarm for the bank replaces those of its outlets
  const lost = live
    .all('inlets')
    .filter(
      ({ atsInletReady, inletVoltageRms }) => atsInletReady === false || (inletVoltageRms ?? NO_MAINS) < NO_MAINS,
    );
  const unpowered = live
    .all('outlets')
    .filter((outlet) => !tripped.has(String(outlet.bankId)) && conditionOf(outlet, undefined) === 'noPower');
  return [
    ...live
      .all('banks')
      .filter(({ circuitBreakerClosed }) => circuitBreakerClosed === false)
      .map(({ id, bankName }) => bad('tripped', words.overview.tripped(bankName), '/overview', id)),
    ...lost.map(({ id }) => bad('lost', words.overview.inletLost(inletName(live, id)), '/overview', id)),
    ...live
      .all('outlets')
      .filter((outlet) => !tripped.has(String(outlet.bankId)) && conditionOf(outlet, undefined) === 'relayFault')
      .map((outlet) => bad('relay', words.overview.relayFailed(outletTitle(outlet)), '/outlets', outlet.id)),
    ...(unpowered.length > 0 && lost.length === 0
      ? [
          bad(
            'noPower',
            words.overview.noPower(unpowered.map(outletTitle)),
            '/outlets',
            ...unpowered.map(({ id }) => id),
          ),
        ]
      : []),
    ...loads(live).flatMap(({ id, name, share }) =>
      share < WARN_SHARE
        ? []
        : [
            {
              tone: share < 1 ? 'warn' : 'bad',
              text: words.overview.overloaded(name, percent(share * 100)),
              path: banks.has(id) ? `/outlets?bank=${id}&sort=power` : '/outlets?sort=power', // what causes it
              key: `load ${id}`,
              places: [id],
            } as const,
          ],
    ),
  ];
}

const trippedBanks = (live: Pick<LiveStore, 'all'>): ReadonlySet<string> =>
  new Set(live.all('banks').flatMap(({ id, circuitBreakerClosed }) => (circuitBreakerClosed === false ? [id] : [])));

/** The load of each circuit as a share of its rating. */
function loads(live: Pick<LiveStore, 'all'>): { id: string; name: string; share: number }[] {
  const share = (id: string, name: string, current: number | undefined, rated: number | undefined) =>
    current === undefined || !rated ? [] : [{ id, name, share: current / rated }];
  return [
    ...live.all('inlets').flatMap(({ id, ratedCurrent, inletCurrentRms, inletLines }) => {
      const name = inletName(live, id);
      return inletLines
        ? inletLines.flatMap((each) => share(each.id, `${name} ${each.line}`, each.currentRms, ratedCurrent))
        : share(id, name, inletCurrentRms, ratedCurrent);
    }),
    ...live
      .all('banks')
      .flatMap(({ id, bankName, currentRms, ratedCurrent }) => share(id, bankName, currentRms, ratedCurrent)),
  ];
}
