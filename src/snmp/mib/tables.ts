import type { MibSources } from './context.js';
import type { MibTable } from './object.js';

/** Every table and scalar that the agent serves. */
export const mibTables = (sources: MibSources): readonly MibTable[] => (sources.driver ? [] : []);
