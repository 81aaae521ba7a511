import type { Amps, Seconds } from '../common/units.js';

/**
 * A thermal-magnetic breaker. Its bimetal warms with (I/In)² − 1: above the rating it trips, the sooner the more
 * current flows (after about two minutes at 125 %, twenty seconds at 200 %); below the rating it cools again.
 */

/** Warmth at which the breaker trips. */
export const TRIP_HEAT = 64;
/** At this multiple of the rating and above, the magnetic release trips at once. */
const MAGNETIC = 8;

export const tripsAtOnce = (current: Amps, rating: Amps): boolean => current >= MAGNETIC * rating;

/** The warmth after `duration` at a steady current. */
export const heated = (heat: number, current: Amps, rating: Amps, duration: Seconds): number =>
  Math.max(0, heat + warming(current, rating) * duration);

/** The time until the breaker trips at a steady current; Infinity up to its rating. */
export function secondsToTrip(heat: number, current: Amps, rating: Amps): Seconds {
  const rate = warming(current, rating);
  return rate > 0 ? Math.max(0, TRIP_HEAT - heat) / rate : Infinity;
}

const warming = (current: Amps, rating: Amps): number => (current / rating) ** 2 - 1;
