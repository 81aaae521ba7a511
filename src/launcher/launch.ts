/** The places of releases: the installed one, and the two folders for uploaded firmware. */
export const PLACES = ['base', 'slot-a', 'slot-b'] as const;
export type Place = (typeof PLACES)[number];
export type Slot = Exclude<Place, 'base'>;

/** The exit code that asks the supervisor to restart the process. EX_TEMPFAIL of sysexits.h: not an error. */
export const RESTART_ME = 75;

/** The interface of the launcher for the release that it starts: format 1 of the manifest. Members are only added. */
export abstract class Launch {
  /** Folder of the release: package.json, dist/, keys/. */
  abstract readonly root: string;
  abstract readonly place: Place;
  /** Version of the installed release, also while uploaded firmware runs. */
  abstract readonly baseVersion: string;
  /** Folder of the installed release. */
  abstract readonly baseRoot: string;
  /** True during the trial of a new version. */
  abstract readonly isTrial: boolean;
  /** Closes the controller and restarts it with the chosen release. A second call does nothing. */
  abstract restart(): void;
}

/** A running release. */
export interface RunningRelease {
  /** Releases everything that another process needs: ports, the data folder. Switches no relay. */
  close(): Promise<void>;
  /** The reason why a new version must not stay, in a sentence; undefined when it may. */
  problem(): Promise<string | undefined>;
  /** The time in which it closes, ms, if it needs more than a controller does. */
  readonly closeWithin?: number;
}

/** The exports of the entry file of a release. `start` rejects with {@link BadConfiguration} before it listens. */
export interface Release {
  start(launch: Launch): Promise<RunningRelease>;
}

/** An error that lists the problems of the configuration, a sentence each: exit code 2. */
export interface BadConfiguration extends Error {
  readonly problems: readonly string[];
}

export const isBadConfiguration = (error: unknown): error is BadConfiguration =>
  error instanceof Error && 'problems' in error && Array.isArray(error.problems);
