import type { LiveStore } from '../live/live-store.js';

/** The shares of a rating at which alarms of loads begin and end: `LIMITS` in src/events/alarms/conditions.ts. */
const LIMITS = [0.76, 0.8, 0.95, 1];

const limitsPassed = (amps: number | undefined, rated: number | undefined): number | undefined =>
  amps === undefined || rated === undefined ? undefined : LIMITS.filter((limit) => amps >= limit * rated).length;

/**
 * The facts of the live readings from which alarms begin and end, as one text: the same until one of them changes, so that
 * the alarms can be read again at once. Of a load, they say only which of the limits it has passed.
 */
export function alarmFacts(live: Pick<LiveStore, 'all'>): string {
  return [
    ...live
      .all('inlets')
      .flatMap(({ atsInletReady, inletCurrentRms, inletLines, ratedCurrent }) => [
        atsInletReady,
        ...(inletLines?.map(({ currentRms }) => currentRms) ?? [inletCurrentRms]).map((amps) =>
          limitsPassed(amps, ratedCurrent),
        ),
      ]),
    ...live
      .all('banks')
      .flatMap(({ circuitBreakerClosed, currentRms, ratedCurrent }) => [
        circuitBreakerClosed,
        limitsPassed(currentRms, ratedCurrent),
      ]),
    ...live
      .all('outlets')
      .flatMap(({ relayHealth, state, voltageDetection }) => [relayHealth, state, voltageDetection]),
  ].join();
}
