import type { DatabaseState } from '../database/database-health.js';

/** One thing that the controller needs, in a word. */
export class HealthCheckView {
  /** `hardware`: it answers; `polling`: the poll cycle runs; `database`: changes are stored; `https`: it listens. */
  name: 'hardware' | 'polling' | 'database' | 'https';
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
  https: HttpsHealthView;
}
