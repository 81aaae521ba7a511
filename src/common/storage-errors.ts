/** True for an error of the storage (full, failing or read-only), as opposed to an error of a row. */
export const isStorageError = (error: unknown): error is Error =>
  isStorageFull(error) || isDatabaseDamage(error) || isAccessRefused(error);

const isAccessRefused = (error: unknown): boolean =>
  matches(error, /\b(SQLITE_(IOERR|READONLY|CANTOPEN|PERM|AUTH)|EIO|EROFS|EACCES|EPERM)\b/);

export const isStorageFull = (error: unknown): boolean => matches(error, /\b(SQLITE_FULL|ENOSPC|EDQUOT)\b/);

/** True for an error that means that the database file is damaged. */
export const isDatabaseDamage = (error: unknown): boolean => matches(error, /\bSQLITE_(CORRUPT|NOTADB)\b/);

const matches = (error: unknown, pattern: RegExp): boolean => error instanceof Error && pattern.test(error.message);
