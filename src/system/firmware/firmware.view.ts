import type { BootState } from '../../launcher/boot-state.js';
import type { Place, Slot } from '../../launcher/launch.js';

export const FIRMWARE_PHASES = ['idle', 'receiving', 'checking', 'restarting'] as const;
export type FirmwarePhase = (typeof FIRMWARE_PHASES)[number];

/** A place of a release: the installed one, or one of two slots for uploads. */
export class FirmwarePlaceView {
  place: Place;
  /** Version in this place; absent if it is empty. */
  version?: string;
  /** True if this release is running. */
  running: boolean;
}

/** The outcome or present state of the last accepted upload. */
export class FirmwareOutcomeView {
  /** trying: it has not proved itself yet; rolledBack: the previous version runs again. */
  result: 'trying' | 'confirmed' | 'rolledBack';
  version: string;
  /** The previous version. */
  from: string;
  /** Time of the result, seconds since 1970, UTC. */
  at: number;
  /** Reason for the rollback, in a sentence. */
  reason?: string;
}

export class FirmwareView {
  /** The running version. */
  version: string;
  /** Present phase of an upload. */
  phase: FirmwarePhase;
  /** True if the running version is on trial and is rolled back unless it proves itself. */
  trial: boolean;
  /** Length of the trial period, s. */
  trialSeconds: number;
  places: FirmwarePlaceView[];
  last?: FirmwareOutcomeView;
  /** Ids of the keys whose signature is accepted. */
  keys: string[];
  /** Largest upload, bytes. */
  limit: number;
}

/** The upload was accepted; the controller restarts with this version. */
export class FirmwareInstalledView {
  version: string;
  /** The previous version, which runs again if this one does not prove itself. */
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
