import type { LiveStore } from '../live/live-store.js';

/**
 * The facts of the live readings from which alarms begin and end, as one text: the same until one of them changes, so that
 * the alarms can be read again at once. A load above its limit is not among them, as it changes with every reading.
 */
export function alarmFacts(live: Pick<LiveStore, 'all'>): string {
  return [
    ...live.all('inlets').map(({ atsInletReady }) => atsInletReady),
    ...live.all('banks').map(({ circuitBreakerClosed }) => circuitBreakerClosed),
    ...live
      .all('outlets')
      .flatMap(({ relayHealth, state, voltageDetection }) => [relayHealth, state, voltageDetection]),
  ].join();
}
