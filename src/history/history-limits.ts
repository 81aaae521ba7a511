/** What the stored history may take at most. A class, so that a test can give another one. */
export class HistoryLimits {
  /** Packed samples, without what the database adds around them (some 10 %). */
  readonly bytes: number = 256 * 1024 * 1024;
}
