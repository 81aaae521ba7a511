import { AGENT } from './agent.table.js';
import type { MibTable } from './object.js';

/** Every table and scalar that the agent serves. */
export const mibTables = (): readonly MibTable[] => [AGENT];
