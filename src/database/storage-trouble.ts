/** True for an error that says that the storage is full, fails or has become read-only, not that a row is wrong. */
export const isStorageTrouble = (error: unknown): boolean =>
  error instanceof Error && /\b(SQLITE_(FULL|IOERR|READONLY|CANTOPEN)|ENOSPC|EDQUOT|EIO|EROFS)\b/.test(error.message);
