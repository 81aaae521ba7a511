import type { FaultKind } from '../common/controller-faults.js';
import type { DatabaseState } from '../database/database-health.js';

/** The status of one part that the controller needs. */
export class HealthCheckView {
  /**
   * `hardware`: it answers; `polling`: the poll cycle runs; `database`: it is intact and can be written; `storage`: the
   * disk stores what must survive a crash; `clock`: it is set; `https`: it listens, and its certificate has a week
   * left; `protocols`, if a protocol server is switched on: they listen, and no setting of theirs is dangerous; `backup`, if backups are scheduled: the last one succeeded; `webhooks`, if one was switched off because its receiver accepts nothing; `hub`, if the controller has one: there is a link to it; `broker`, of a hub with a broker beside it: it is connected to it; `sites`, of a hub: each of which the caller may see a PDU can be reached, absent in `/health`; `shards`, of a hub that works together with others: it has its share of the PDUs; `ping`, if an event or an outlet names a host: pings can be
   * sent.
   * @example "hardware"
   */
  name:
    | 'hardware'
    | 'polling'
    | 'database'
    | 'storage'
    | 'clock'
    | 'https'
    | 'protocols'
    | 'backup'
    | 'webhooks'
    | 'hub'
    | 'broker'
    | 'sites'
    | 'shards'
    | 'ping';
  /** `warn`: outlets can still be switched; `fail`: they cannot. @example "ok" */
  status: 'ok' | 'warn' | 'fail';
}

/** The health of the controller for everybody, without anything that helps an attacker. */
export class HealthView {
  /**
   * `ok`; `degraded`: power can be controlled, something else is wrong; `down`: power cannot be controlled now. A hub that
   * waits for another one on its database answers `standby` without checks, with the status 503.
   * @example "ok"
   */
  status: 'ok' | 'degraded' | 'down' | 'standby';
  /** True if power can be controlled. The response then has the status 200, otherwise 503. */
  ready: boolean;
  checks: HealthCheckView[];
}

/** Shows that the poll cycle runs; if it does not, a restart helps. */
export class LivenessView {
  live: boolean;
}

export class DatabaseHealthView {
  /** @example "ok" */
  state: DatabaseState;
  /** Time of the last change of the state, ISO 8601. */
  since: string;
  /** False while changes are refused. */
  writable: boolean;
  /** The problem and what to do about it. */
  message?: string | undefined;
  /** Time of the newest good copy, ISO 8601. */
  lastGoodCopy?: string | undefined;
  /** Databases that were moved aside by a repair and still exist. */
  movedAside?: MovedAsideView | undefined;
}

export class MovedAsideView {
  databases: number;
  bytes: number;
}

export class BackupHealthView {
  /** Time of the newest scheduled backup, ISO 8601. @example "2026-11-02T02:00:00.000Z" */
  last?: string | undefined;
  /** Reason for the failure of the last attempt; it is repeated within an hour. */
  trouble?: string | undefined;
}

export class PingHealthView {
  /** Reason why this host cannot send pings, and what to do about it. */
  unavailableReason?: string | undefined;
}

export const STORAGE_STATES = ['ok', 'full', 'failing', 'lost'] as const;
export type StorageState = (typeof STORAGE_STATES)[number];

export class StorageHealthView {
  /**
   * `full`, `failing`: the intents of relays are stored in the intent journal, and are safe; `lost`: the journal cannot
   * be written either, so they are in memory only and a reboot under way would not survive a crash.
   */
  state: StorageState;
}

export class HttpsHealthView {
  enabled: boolean;
  /** The port it listens on. @example 443 */
  port?: number | undefined;
  /** Reason why HTTPS is not as set. */
  trouble?: string | undefined;
  /** End of the certificate in use, ISO 8601. @example "2029-03-01T00:00:00.000Z" */
  certificateEnds?: string | undefined;
}

/** A fault of the controller itself. It stays in the list for half a minute or more after it was last seen. */
export class ControllerFaultView {
  kind: FaultKind;
  /** Stage of the fault, for example "7 days" or "lost". */
  stage?: string | undefined;
  /** The problem and what to do about it. */
  message: string;
  /** Begin of the fault, ISO 8601. */
  since: string;
}

/** The health of the controller with reasons. */
export class HealthDetailsView extends HealthView {
  /** Version of the controller software. @example "0.1.0" */
  version: string;
  /** Hardware driver. @example "simulator" */
  driver: string;
  /** @example "single-phase-16" */
  model: string;
  /** Seconds since the controller started. @example 86400 */
  uptime: number;
  /** Seconds since the hardware last answered; absent when it never has. @example 0.4 */
  readingAge?: number | undefined;
  /** Seconds since the last poll cycle. @example 0.4 */
  pollAge: number;
  /** Consecutive poll cycles in which the hardware did not answer. @example 0 */
  failuresInARow: number;
  /** Connections to the live stream. @example 2 */
  streamReaders: number;
  database: DatabaseHealthView;
  storage: StorageHealthView;
  https: HttpsHealthView;
  /** @example [] */
  faults: ControllerFaultView[];
  /** Warnings about problems that are no faults but should be fixed; for administrators. */
  remarks?: string[];
  /** Absent without scheduled backups. */
  backup?: BackupHealthView | undefined;
  /** Absent while no event and no outlet names a host to ping. */
  ping?: PingHealthView | undefined;
}
