import type { Millis } from '../common/clock.js';

/** One length of samples, with the samples per block and the number of stored blocks. */
export interface Resolution {
  /** Code of the resolution in stored ids: never reused for another one. */
  readonly code: number;
  /** Length of a sample, s. */
  readonly step: number;
  /** Samples in a block. */
  readonly slots: number;
  /** Most stored blocks of an object. */
  readonly retained: number;
}

/** 1 minute for 30 days in blocks of an hour, and the hour that is being measured. */
export const MINUTES: Resolution = { code: 1, step: 60, slots: 60, retained: 30 * 24 + 1 };
/** 15 minutes for a year in blocks of a day. */
export const QUARTERS: Resolution = { code: 2, step: 900, slots: 96, retained: 366 };

/** Length of a block, s. */
export const spanOf = ({ step, slots }: Resolution): number => step * slots;

/** The number of the block that a moment lies in; blocks are counted from 1970 in UTC. */
export const blockAt = (resolution: Resolution, at: Millis): number => Math.floor(at / (1000 * spanOf(resolution)));

/** The slot of its block that a moment lies in. */
export const slotAt = ({ step, slots }: Resolution, at: Millis): number => Math.floor(at / (1000 * step)) % slots;

/** Begin of a block, seconds since 1970. */
export const beginOf = (resolution: Resolution, block: number): number => block * spanOf(resolution);

const HOURS_OF_DAY = spanOf(QUARTERS) / spanOf(MINUTES);

/** The block of quarters that includes a block of minutes, and vice versa. */
export const dayOf = (hour: number): number => Math.floor(hour / HOURS_OF_DAY);
export const hoursOf = (day: number): number[] =>
  Array.from({ length: HOURS_OF_DAY }, (_, place) => day * HOURS_OF_DAY + place);

const MAX_BLOCKS = 2 ** 24;
const MAX_OBJECTS = 2 ** 16;

/** The id of a span of time; increases with time. */
export const spanId = ({ code }: Resolution, block: number): number => code * MAX_BLOCKS + block;
export const blockOfSpan = (id: number): number => id % MAX_BLOCKS;
export const isOf = ({ code }: Resolution, id: number): boolean => Math.floor(id / MAX_BLOCKS) === code;

/** The id of the block of one object; those of one span are adjacent. */
export const blockId = (resolution: Resolution, block: number, object: number): number =>
  spanId(resolution, block) * MAX_OBJECTS + object;
export const objectNumberOf = (id: number): number => id % MAX_OBJECTS;
export const spanOfBlock = (id: number): number => Math.floor(id / MAX_OBJECTS);
