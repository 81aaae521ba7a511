import type { DatabaseState } from '../database/database-health.js';
import type { ControllerFault } from '../common/controller-faults.js';
import type { Access } from '../common/access.js';
import type { Millis } from '../common/clock.js';
import type { FactsByName, HardwareFacts, HttpsFacts, ProtocolFacts } from '../common/health-facts.js';
import type { HealthCheckView, HealthView, StorageState } from './health.view.js';

/** Age from which on readings count as missing. */
export const MAX_READING_AGE: Millis = 15_000;
/** Longest time without a poll cycle, which runs once a second and takes half a second at most. */
const MAX_POLL_GAP: Millis = 10_000;

type FaultStage = Pick<ControllerFault, 'kind' | 'stage'>;

/** The facts of the modules, and those that every process has. */
export interface HealthFacts extends Partial<FactsByName> {
  readonly uptime: Millis;
  /** The monotonic time of the newest poll cycle, before the first that of the start; undefined before that. */
  readonly polledAt: Millis | undefined;
  readonly database: { readonly state: DatabaseState; readonly isWritable: boolean; readonly isSafeMode: boolean };
  /** The active faults. */
  readonly faults: readonly FaultStage[];
}

/** False when no poll cycle has ended for 10 s, which the hardware cannot cause. */
export const isPolling = ({ polledAt = 0, uptime }: Pick<HealthFacts, 'polledAt' | 'uptime'>): boolean =>
  uptime - polledAt <= MAX_POLL_GAP;

/** Time since the hardware last answered, ms; undefined if it never did. */
export function readingAge({ hardware, uptime }: Pick<HealthFacts, 'hardware' | 'uptime'>): Millis | undefined {
  const reading = hardware?.reading;
  if (!reading || (!reading.fresh && reading.readAt === 0)) return undefined;
  return uptime - reading.readAt;
}

/**
 * The health; ready means that power can be controlled. A storage that cannot be written or is lost does not prevent
 * that, nor a database that breaks while it is used: relays are still switched. A database that was found lost at the
 * start does, as nobody can sign in.
 * @param access that of the reader; nobody else learns of the sites of a hub
 */
export function healthOf(facts: HealthFacts, access?: Access): HealthView {
  const { database, faults, https, backup, protocols, ping, hub, broker, sites, shards } = facts;
  const checks: HealthCheckView[] = [
    ...(facts.hardware ? [{ name: 'hardware', status: hardwareStatus(readingAge(facts)) } as const] : []),
    { name: 'polling', status: isPolling(facts) ? 'ok' : 'fail' },
    { name: 'database', status: databaseStatus(database) },
    { name: 'storage', status: storageState(facts) === 'ok' ? 'ok' : 'warn' },
    { name: 'clock', status: faults.some(({ kind }) => kind === 'clock') ? 'warn' : 'ok' },
    ...(https ? [{ name: 'https', status: isHttpsHealthy(https, faults) ? 'ok' : 'warn' } as const] : []),
    ...(protocols ? [{ name: 'protocols', status: isServing(protocols) ? 'ok' : 'warn' } as const] : []),
    ...(backup ? [{ name: 'backup', status: backup.trouble === undefined ? 'ok' : 'warn' } as const] : []),
    ...(faults.some(({ kind }) => kind === 'webhooks') ? [{ name: 'webhooks', status: 'warn' } as const] : []),
    ...(hub ? [{ name: 'hub', status: hub.trouble === undefined ? 'ok' : 'warn' } as const] : []),
    ...(broker ? [{ name: 'broker', status: broker.isConnected ? 'ok' : 'warn' } as const] : []),
    ...(sites && access ? [{ name: 'sites', status: sites.isAnyLost(access) ? 'warn' : 'ok' } as const] : []),
    ...(shards ? [{ name: 'shards', status: shards.count > 0 ? 'ok' : 'warn' } as const] : []),
    ...(ping ? [{ name: 'ping', status: ping.unavailableReason === undefined ? 'ok' : 'warn' } as const] : []),
  ];
  const ready = checks.every(({ status }) => status !== 'fail');
  const isPerfect = checks.every(({ status }) => status === 'ok');
  return { status: !ready ? 'down' : isPerfect ? 'ok' : 'degraded', ready, checks };
}

/** A certificate with more than a week left is reported as a fault, but does not degrade the health. */
const isHttpsHealthy = (https: HttpsFacts, faults: readonly FaultStage[]): boolean =>
  (!https.enabled || https.trouble === undefined) &&
  !faults.some(({ kind, stage }) => kind === 'certificate' && stage !== '30 days');

const isServing = ({ problem, isWarning }: ProtocolFacts): boolean => problem === undefined && !isWarning;

function hardwareStatus(age: Millis | undefined): HealthCheckView['status'] {
  if (age === undefined || age > MAX_READING_AGE) return 'fail';
  return age > 2000 ? 'warn' : 'ok';
}

function databaseStatus({ state, isWritable, isSafeMode }: HealthFacts['database']): HealthCheckView['status'] {
  if (isSafeMode) return 'fail';
  return state === 'ok' && isWritable ? 'ok' : 'warn';
}

/** The state of the storage, by whether anything can be made durable. */
export function storageState({
  database: { state, isWritable },
  hardware,
}: {
  readonly database: Pick<HealthFacts['database'], 'state' | 'isWritable'>;
  readonly hardware?: Pick<HardwareFacts, 'isJournalLost'> | undefined;
}): StorageState {
  if (isWritable || state === 'damaged') return 'ok';
  if (hardware?.isJournalLost) return 'lost';
  return state === 'full' ? 'full' : 'failing';
}
