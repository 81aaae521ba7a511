import type { BootState } from '../../launcher/boot-state.js';
import type { Place, Slot } from '../../launcher/launch.js';

export const FIRMWARE_PHASES = ['idle', 'receiving', 'checking', 'restarting'] as const;
export type FirmwarePhase = (typeof FIRMWARE_PHASES)[number];

/** One of the places where a release can stand: the installed one, and two for uploads. */
export class FirmwarePlaceView {
  place: Place;
  /** Absent: nothing is there. */
  version?: string;
  /** It runs now. */
  running: boolean;
}

/** How the last upload that was accepted has ended, or how it stands. */
export class FirmwareOutcomeView {
  /** trying: it has not proved itself yet; rolledBack: the version before has come back. */
  result: 'trying' | 'confirmed' | 'rolledBack';
  version: string;
  /** The version before. */
  from: string;
  /** Seconds since 1970, UTC. */
  at: number;
  /** Why it was rolled back, in a sentence. */
  reason?: string;
}

export class FirmwareView {
  /** The version that runs. */
  version: string;
  /** What is being done with an upload now. */
  phase: FirmwarePhase;
  /** The running version is new and goes back to the one before unless it proves itself. */
  trial: boolean;
  /** How long a new version has for that, s. */
  trialSeconds: number;
  places: FirmwarePlaceView[];
  last?: FirmwareOutcomeView;
  /** Ids of the keys whose signature is accepted. */
  keys: string[];
  /** Largest upload, bytes. */
  limit: number;
}

/** The upload was accepted; the controller starts anew as this version. */
export class FirmwareInstalledView {
  version: string;
  /** The version before, which comes back if this one does not prove itself. */
  previousVersion: string;
  place: Slot;
  rebooting: true;
}

export const outcomeView = ({ last }: Pick<BootState, 'last'>): FirmwareOutcomeView | undefined =>
  last && {
    result: last.result,
    version: last.version,
    from: last.from,
    at: Math.floor(last.at / 1000),
    ...(last.reason !== undefined && { reason: last.reason }),
  };
