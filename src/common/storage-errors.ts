/** True for an error of the storage (full, failing, read-only or away), as opposed to an error of a row. */
export const isStorageError = (error: unknown): error is Error =>
  isStorageFull(error) || isDatabaseDamage(error) || isAccessRefused(error) || isDatabaseAway(error);

/** The error of the API for an error of the storage; undefined for any other. */
export function storageProblem(
  error: unknown,
): 'DATABASE_UNREACHABLE' | 'STORAGE_FULL' | 'STORAGE_FAILING' | undefined {
  if (isDatabaseAway(error)) return 'DATABASE_UNREACHABLE';
  if (isStorageFull(error)) return 'STORAGE_FULL';
  return isStorageError(error) ? 'STORAGE_FAILING' : undefined;
}

const isAccessRefused = (error: unknown): boolean =>
  matches(error, /\b(SQLITE_(IOERR|READONLY|CANTOPEN|PERM|AUTH)|EIO|EROFS|EACCES|EPERM)\b/);

export const isStorageFull = (error: unknown): boolean =>
  matches(error, /\b(SQLITE_FULL|ENOSPC|EDQUOT)\b/) || stateOf(error) === DISK_FULL;

/** True while a PostgreSQL server does not answer, stops, starts, or takes no writes because it is a standby. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error && (AWAY_STATES.test(stateOf(error)) || AWAY_MESSAGES.test(error.message));

/** True for an error that means that the database file is damaged. */
export const isDatabaseDamage = (error: unknown): boolean => matches(error, /\bSQLITE_(CORRUPT|NOTADB)\b/);

/** SQLSTATE of PostgreSQL, or the code of the system for a connection. */
const stateOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
};

const DISK_FULL = '53100';
/** Connections (class 08), an operator who ends them (57P), too many of them, a standby; and what the network says. */
const AWAY_STATES =
  /^(08\w{3}|57P0[1-5]|53300|25006|25P03|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** The messages of the driver that have no code. */
const AWAY_MESSAGES =
  /^(Connection terminated|Query read timeout|timeout (exceeded|expired)|Client (has encountered a connection error|was closed))|terminated due to connection timeout|canceling statement due to statement timeout/;

const matches = (error: unknown, pattern: RegExp): boolean => error instanceof Error && pattern.test(error.message);
