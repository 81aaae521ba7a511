import { createHash } from 'node:crypto';
import type { Millis } from './clock.js';

/** The moment within a period at which one of many does what all do: always its own, and all of them spread over it. */
export const phaseOf = (name: string, period: Millis): Millis =>
  createHash('sha256').update(name).digest().readUInt32BE(0) % period;
