import type { DatabaseState } from '../database/database-health.js';
import type { Snapshot } from '../hardware/snapshot.js';
import type { ControllerFault } from '../common/controller-faults.js';
import type { Millis } from '../common/clock.js';
import type { HttpsState } from '../tls/https-server.service.js';
import type { HealthCheckView, HealthView, StorageState } from './health.view.js';

/** Readings that are older count as none. */
export const MAX_READING_AGE: Millis = 15_000;
/** A poll cycle comes once a second and takes half a second at most. */
const MAX_POLL_GAP: Millis = 10_000;

type FaultStage = Pick<ControllerFault, 'kind' | 'stage'>;

export interface HealthFacts {
  readonly snapshot: Pick<Snapshot, 'uptime' | 'readAt' | 'fresh'> | undefined;
  readonly uptime: Millis;
  readonly database: { readonly state: DatabaseState; readonly isWritable: boolean; readonly isSafeMode: boolean };
  /** The intent journal cannot be written either. */
  readonly isJournalLost: boolean;
  readonly https: Pick<HttpsState, 'enabled' | 'trouble' | 'certificateEnds' | 'isOwnCertificate'>;
  /** Kinds of the faults that are active. */
  readonly faults: readonly FaultStage[];
  /** Undefined where no scheduled backups are wanted. */
  readonly backup?: { readonly trouble: string | undefined } | undefined;
  /** Undefined while no event watches a host by pings. */
  readonly ping?: { readonly unavailableReason?: string | undefined } | undefined;
}

/** False when no poll cycle has ended for 10 s: nothing that the hardware does or does not do can cause that. */
export const isPolling = ({ snapshot, uptime }: Pick<HealthFacts, 'snapshot' | 'uptime'>): boolean =>
  uptime - (snapshot?.uptime ?? 0) <= MAX_POLL_GAP;

/** Since when the hardware is silent, ms; undefined when it never answered. */
export function readingAge({ snapshot, uptime }: Pick<HealthFacts, 'snapshot' | 'uptime'>): Millis | undefined {
  if (!snapshot || (!snapshot.fresh && snapshot.readAt === 0)) return undefined;
  return uptime - snapshot.readAt;
}

/**
 * Ready means that power can be controlled. A storage that takes no changes is no reason against it, not even when it is
 * lost altogether, nor a database that breaks while it is used: relays are switched all the same. One that was found lost at
 * the start is: nobody can sign in.
 */
export function healthOf(facts: HealthFacts): HealthView {
  const { database, faults, backup, ping } = facts;
  const age = readingAge(facts);
  const checks: HealthCheckView[] = [
    { name: 'hardware', status: age === undefined || age > MAX_READING_AGE ? 'fail' : age > 2000 ? 'warn' : 'ok' },
    { name: 'polling', status: isPolling(facts) ? 'ok' : 'fail' },
    { name: 'database', status: databaseStatus(database) },
    { name: 'storage', status: storageState(facts) === 'ok' ? 'ok' : 'warn' },
    { name: 'clock', status: faults.some(({ kind }) => kind === 'clock') ? 'warn' : 'ok' },
    { name: 'https', status: isHttpsHealthy(facts) ? 'ok' : 'warn' },
    ...(backup ? [{ name: 'backup', status: backup.trouble === undefined ? 'ok' : 'warn' } as const] : []),
    ...(ping ? [{ name: 'ping', status: ping.unavailableReason === undefined ? 'ok' : 'warn' } as const] : []),
  ];
  const ready = checks.every(({ status }) => status !== 'fail');
  const isPerfect = checks.every(({ status }) => status === 'ok');
  return { status: !ready ? 'down' : isPerfect ? 'ok' : 'degraded', ready, checks };
}

/** A certificate that has more than a week left is told, and is no reason to call the controller impaired. */
const isHttpsHealthy = ({ https, faults }: HealthFacts): boolean =>
  (!https.enabled || https.trouble === undefined) &&
  !faults.some(({ kind, stage }) => kind === 'certificate' && stage !== '30 days');

function databaseStatus({ state, isWritable, isSafeMode }: HealthFacts['database']): HealthCheckView['status'] {
  if (isSafeMode) return 'fail';
  return state === 'ok' && isWritable ? 'ok' : 'warn';
}

/** Whether anything can be made durable. */
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
