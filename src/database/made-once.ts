/**
 * The statements that make a table by hand, for any number of hubs that do so at the same time: IF NOT EXISTS is no help to
 * two that make the same table at once, so one waits for the other.
 */
export const madeOnce = (table: string, ...statements: readonly string[]): string =>
  ['BEGIN', `SELECT pg_advisory_xact_lock(hashtext('rackfeed ${table}'))`, ...statements, 'COMMIT'].join(';\n');
