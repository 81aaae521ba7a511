/** True for an error that says that the storage is full, fails or has become read-only, not that a row is wrong. */
export const isStorageError = (error: unknown): error is Error =>
  isStorageFull(error) || isDatabaseDamage(error) || isAccessRefused(error);

const isAccessRefused = (error: unknown): boolean =>
  matches(error, /\b(SQLITE_(IOERR|READONLY|CANTOPEN|PERM|AUTH)|EIO|EROFS|EACCES|EPERM)\b/);

export const isStorageFull = (error: unknown): boolean => matches(error, /\b(SQLITE_FULL|ENOSPC|EDQUOT)\b/);

/** True for an error that says that what stands in the database's file is no database any more. */
export const isDatabaseDamage = (error: unknown): boolean => matches(error, /\bSQLITE_(CORRUPT|NOTADB)\b/);

const matches = (error: unknown, pattern: RegExp): boolean => error instanceof Error && pattern.test(error.message);
