import type { Caller } from '../../kernel/access.js';

/** How a strategy's check ends: with an error, with the caller, or with neither: the credential is not good. */
export type Done = (error: unknown, caller?: Caller) => void;
