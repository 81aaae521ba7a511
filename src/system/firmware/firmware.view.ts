import type { BootState } from '../../launcher/boot-state.js';
import type { Place, Slot } from '../../launcher/launch.js';

export const FIRMWARE_PHASES = ['idle', 'receiving', 'checking', 'restarting'] as const;
export type FirmwarePhase = (typeof FIRMWARE_PHASES)[number];

/** A place of a release: the installed one, or one of two slots for uploads. */
export class FirmwarePlaceView {
  place: Place;
  /** Version in this place; absent if it is empty. @example "0.1.0" */
  version?: string;
  /** True if this release is running. */
  running: boolean;
}

/** The outcome or present state of the last accepted upload. */
export class FirmwareOutcomeView {
  /** trying: it has not proved itself yet; rolledBack: the previous version runs again. @example "confirmed" */
  result: 'trying' | 'confirmed' | 'rolledBack';
  /** @example "0.1.0" */
  version: string;
  /** The previous version. @example "0.0.9" */
  from: string;
  /** Time of the result, seconds since 1970, UTC. @example 1793607300 */
  at: number;
  /** Reason for the rollback, in a sentence. */
  reason?: string;
}

export class FirmwareView {
  /** The running version. @example "0.1.0" */
  version: string;
  /** Present phase of an upload. @example "idle" */
  phase: FirmwarePhase;
  /** True if the running version is on trial and is rolled back unless it proves itself. @example false */
  trial: boolean;
  /** Length of the trial period, s. @example 60 */
  trialSeconds: number;
  places: FirmwarePlaceView[];
  last?: FirmwareOutcomeView;
  /** Ids of the keys whose signature is accepted. @example ["9f86d081884c7d65"] */
  keys: string[];
  /** Largest upload, bytes. @example 268435456 */
  limit: number;
}

/** The upload was accepted; the controller restarts with this version. */
export class FirmwareInstalledView {
  /** @example "0.2.0" */
  version: string;
  /** The previous version, which runs again if this one does not prove itself. @example "0.1.0" */
  previousVersion: string;
  /** @example "slot-a" */
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
