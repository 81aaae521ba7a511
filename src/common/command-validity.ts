import type { Millis } from './clock.js';

/** The time in which a command that was sent through a hub may begin: the least, the longest, and that of a hand on a button. */
export const COMMAND_VALIDITY: { readonly [bound in 'min' | 'max' | 'usual']: Millis } = {
  min: 100,
  max: 24 * 60 * 60_000,
  usual: 10_000,
};
