/** Where a release stands: the installed one, or one of the two folders that uploaded firmware goes to. */
export const PLACES = ['base', 'slot-a', 'slot-b'] as const;
export type Place = (typeof PLACES)[number];
export type Slot = Exclude<Place, 'base'>;

/** Exit code that asks whoever started the process to start it again. EX_TEMPFAIL of sysexits.h: not an error. */
export const RESTART_ME = 75;

/** What the launcher gives to the release that it starts: format 1 of the manifest. Only ever add to it. */
export abstract class Launch {
  /** Folder of the release: package.json, dist/, keys/. */
  abstract readonly root: string;
  abstract readonly place: Place;
  /** Version of the installed release, whatever runs. */
  abstract readonly baseVersion: string;
  /** Folder of the installed release. */
  abstract readonly baseRoot: string;
  /** True while a new version still has to prove itself. */
  abstract readonly isTrial: boolean;
  /** Closes the controller and starts it anew, as the newest one chosen. A second call does nothing. */
  abstract restart(): void;
}

/** A release that runs. */
export interface RunningRelease {
  /** Gives everything back that another process needs: ports, the data folder. Touches no relay. */
  close(): Promise<void>;
  /** Why a new version must not stay, in a sentence; undefined: it may. */
  problem(): Promise<string | undefined>;
}

/** What the entry file of a release exports. Rejects with {@link BadConfiguration} before it listens. */
export interface Release {
  start(launch: Launch): Promise<RunningRelease>;
}

/** An error that names what is wrong with the configuration, a sentence each: exit code 2. */
export interface BadConfiguration extends Error {
  readonly problems: readonly string[];
}

export const isBadConfiguration = (error: unknown): error is BadConfiguration =>
  error instanceof Error && 'problems' in error && Array.isArray(error.problems);
