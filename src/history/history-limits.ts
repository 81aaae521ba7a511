/** The limits of the stored history. A class, so that a test can replace it. */
export class HistoryLimits {
  /** Size of the packed samples, without the overhead of the database (some 10 %). */
  readonly bytes: number = 256 * 1024 * 1024;
}
