import type { FaultKind } from '../common/controller-faults.js';
import type { DatabaseState } from '../database/database-health.js';

/** One thing that the controller needs, in a word. */
export class HealthCheckView {
  /**
   * `hardware`: it answers; `polling`: the poll cycle runs; `database`: it is whole and takes changes; `storage`: the disk
   * takes what must survive a crash; `clock`: it is set; `https`: it listens, and its certificate has a week left;
   * `backup`, where there are scheduled ones: the last one was made; `ping`, where an event watches a host: pings can be
   * sent.
   */
  name: 'hardware' | 'polling' | 'database' | 'storage' | 'clock' | 'https' | 'backup' | 'ping';
  /** `warn`: outlets can be switched all the same; `fail`: they cannot. */
  status: 'ok' | 'warn' | 'fail';
}

/** How the controller is, for anybody: nothing in it helps an attacker. */
export class HealthView {
  /** `ok`; `degraded`: power can be controlled, something else is wrong; `down`: power cannot be controlled now. */
  status: 'ok' | 'degraded' | 'down';
  /** Power can be controlled. The answer has the status 200, otherwise 503. */
  ready: boolean;
  checks: HealthCheckView[];
}

/** The poll cycle runs; if it does not, a restart helps. */
export class LivenessView {
  live: boolean;
}

export class DatabaseHealthView {
  state: DatabaseState;
  /** Since when, ISO 8601. */
  since: string;
  /** False: changes are refused. */
  writable: boolean;
  /** What is wrong, and what to do. */
  message?: string | undefined;
  /** When the newest good copy was made, ISO 8601. */
  lastGoodCopy?: string | undefined;
  /** Databases that were moved aside at a repair and are still there. */
  movedAside?: MovedAsideView | undefined;
}

export class MovedAsideView {
  databases: number;
  bytes: number;
}

export class BackupHealthView {
  /** When the newest scheduled backup was made, ISO 8601. */
  last?: string | undefined;
  /** Why the last attempt failed; it is made again within an hour. */
  trouble?: string | undefined;
}

export class PingHealthView {
  /** Why this host can send no pings, and what to do. */
  unavailableReason?: string | undefined;
}

export const STORAGE_STATES = ['ok', 'full', 'failing', 'lost'] as const;
export type StorageState = (typeof STORAGE_STATES)[number];

export class StorageHealthView {
  /**
   * `full`, `failing`: what relays are to do is kept in the intent journal, and is safe; `lost`: that cannot be written
   * either, so it is in memory only and a reboot under way would not survive a crash.
   */
  state: StorageState;
}

export class HttpsHealthView {
  enabled: boolean;
  /** The port it listens on. */
  port?: number | undefined;
  /** Why it does not do what the settings say. */
  trouble?: string | undefined;
  /** When the certificate in use ends, ISO 8601. */
  certificateEnds?: string | undefined;
}

/** A fault of the controller itself. It stays in the list for half a minute or more after it was last seen. */
export class ControllerFaultView {
  kind: FaultKind;
  /** How far it has come, for example "7 days" or "lost". */
  stage?: string | undefined;
  /** What is wrong, and what to do. */
  message: string;
  /** Since when, ISO 8601. */
  since: string;
}

/** How the controller is, with reasons. */
export class HealthDetailsView extends HealthView {
  /** Version of the controller software. */
  version: string;
  /** Hardware driver. */
  driver: string;
  model: string;
  /** Seconds since the controller started. */
  uptime: number;
  /** Seconds since the hardware last answered; absent when it never has. */
  readingAge?: number | undefined;
  /** Seconds since the last poll cycle. */
  pollAge: number;
  /** Poll cycles in a row in which the hardware did not answer. */
  failuresInARow: number;
  /** Connections to the live stream. */
  streamReaders: number;
  database: DatabaseHealthView;
  storage: StorageHealthView;
  https: HttpsHealthView;
  faults: ControllerFaultView[];
  /** What is no fault and should be put right all the same; for administrators. */
  remarks?: string[];
  /** Absent where no scheduled backups are wanted. */
  backup?: BackupHealthView | undefined;
  /** Absent while no event watches a host by pings. */
  ping?: PingHealthView | undefined;
}
