import { createHash } from 'node:crypto';
import type { Millis } from './clock.js';

/** The offset into a period at which one of many does what all of them do: fixed for its name, and spread over the period for all. */
export const staggeredOffset = (name: string, period: Millis): Millis =>
  createHash('sha256').update(name).digest().readUInt32BE(0) % period;
