import type { DatabaseState } from '../database/database-health.js';
import type { Snapshot } from '../hardware/snapshot.js';
import type { ControllerFault } from '../common/controller-faults.js';
import type { Millis } from '../common/clock.js';
import type { HttpsState } from '../tls/https-server.service.js';
import type { HealthCheckView, HealthView, StorageState } from './health.view.js';

/** Age from which on readings count as missing. */
export const MAX_READING_AGE: Millis = 15_000;
/** Longest time without a poll cycle, which runs once a second and takes half a second at most. */
const MAX_POLL_GAP: Millis = 10_000;

type FaultStage = Pick<ControllerFault, 'kind' | 'stage'>;

export interface HealthFacts {
  readonly snapshot: Pick<Snapshot, 'uptime' | 'readAt' | 'fresh'> | undefined;
  readonly uptime: Millis;
  readonly database: { readonly state: DatabaseState; readonly isWritable: boolean; readonly isSafeMode: boolean };
  /** True if the intent journal cannot be written either. */
  readonly isJournalLost: boolean;
  readonly https: Pick<HttpsState, 'enabled' | 'trouble' | 'certificateEnds' | 'isOwnCertificate'>;
  /** The active faults. */
  readonly faults: readonly FaultStage[];
  /** Undefined without scheduled backups. */
  readonly backup?: { readonly trouble: string | undefined } | undefined;
  /** Undefined while no protocol server is switched on. */
  readonly protocols?: { readonly problem: string | undefined; readonly isWarning: boolean } | undefined;
  /** Undefined while no event and no outlet names a host to ping. */
  readonly ping?: { readonly unavailableReason?: string | undefined } | undefined;
}

/** False when no poll cycle has ended for 10 s, which the hardware cannot cause. */
export const isPolling = ({ snapshot, uptime }: Pick<HealthFacts, 'snapshot' | 'uptime'>): boolean =>
  uptime - (snapshot?.uptime ?? 0) <= MAX_POLL_GAP;

/** Time since the hardware last answered, ms; undefined if it never did. */
export function readingAge({ snapshot, uptime }: Pick<HealthFacts, 'snapshot' | 'uptime'>): Millis | undefined {
  if (!snapshot || (!snapshot.fresh && snapshot.readAt === 0)) return undefined;
  return uptime - snapshot.readAt;
}

/**
 * The health; ready means that power can be controlled. A storage that cannot be written or is lost does not prevent
 * that, nor a database that breaks while it is used: relays are still switched. A database that was found lost at the
 * start does, as nobody can sign in.
 */
export function healthOf(facts: HealthFacts): HealthView {
  const { database, faults, backup, protocols, ping } = facts;
  const age = readingAge(facts);
  const checks: HealthCheckView[] = [
    { name: 'hardware', status: age === undefined || age > MAX_READING_AGE ? 'fail' : age > 2000 ? 'warn' : 'ok' },
    { name: 'polling', status: isPolling(facts) ? 'ok' : 'fail' },
    { name: 'database', status: databaseStatus(database) },
    { name: 'storage', status: storageState(facts) === 'ok' ? 'ok' : 'warn' },
    { name: 'clock', status: faults.some(({ kind }) => kind === 'clock') ? 'warn' : 'ok' },
    { name: 'https', status: isHttpsHealthy(facts) ? 'ok' : 'warn' },
    ...(protocols ? [{ name: 'protocols', status: isServing(protocols) ? 'ok' : 'warn' } as const] : []),
    ...(backup ? [{ name: 'backup', status: backup.trouble === undefined ? 'ok' : 'warn' } as const] : []),
    ...(ping ? [{ name: 'ping', status: ping.unavailableReason === undefined ? 'ok' : 'warn' } as const] : []),
  ];
  const ready = checks.every(({ status }) => status !== 'fail');
  const isPerfect = checks.every(({ status }) => status === 'ok');
  return { status: !ready ? 'down' : isPerfect ? 'ok' : 'degraded', ready, checks };
}

/** A certificate with more than a week left is reported as a fault, but does not degrade the health. */
const isHttpsHealthy = ({ https, faults }: HealthFacts): boolean =>
  (!https.enabled || https.trouble === undefined) &&
  !faults.some(({ kind, stage }) => kind === 'certificate' && stage !== '30 days');

const isServing = ({ problem, isWarning }: NonNullable<HealthFacts['protocols']>): boolean =>
  problem === undefined && !isWarning;

function databaseStatus({ state, isWritable, isSafeMode }: HealthFacts['database']): HealthCheckView['status'] {
  if (isSafeMode) return 'fail';
  return state === 'ok' && isWritable ? 'ok' : 'warn';
}

/** The state of the storage, by whether anything can be made durable. */
export function storageState({
  database: { state, isWritable },
  isJournalLost,
}: {
  readonly database: Pick<HealthFacts['database'], 'state' | 'isWritable'>;
  readonly isJournalLost: boolean;
}): StorageState {
  if (isWritable || state === 'damaged') return 'ok';
  if (isJournalLost) return 'lost';
  return state === 'full' ? 'full' : 'failing';
}
