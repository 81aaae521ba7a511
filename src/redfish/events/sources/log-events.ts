import type { AuditEntryEntity } from '../../../audit/audit-entry.entity.js';
import type { PermissionFlag } from '../../../common/access.js';
import { ROOT } from '../../protocol/provider.js';
import type { ResourceType } from '../../versions.js';
import type { EventMessageId } from '../event-messages.js';
import type { RedfishEvent } from '../event-record.js';

type LogEntry = Pick<AuditEntryEntity, 'kind' | 'object' | 'before' | 'after' | 'result'>;

/** A kind of object that the audit log speaks of, as a resource. */
interface LoggedObject {
  readonly type: ResourceType;
  readonly path: (id: string, pdu: string) => string;
  readonly needs: PermissionFlag;
}

const OBJECTS: Readonly<Record<string, LoggedObject>> = {
  user: { type: 'ManagerAccount', path: (id) => `/AccountService/Accounts/${id}`, needs: 'viewUsersList' },
  group: { type: 'OutletGroup', path: (id, pdu) => `${pdu}/OutletGroups/${id}`, needs: 'viewOutletGroups' },
  redfishSubscription: {
    type: 'EventDestination',
    path: (id) => `/EventService/Subscriptions/${id}`,
    needs: 'viewNetworkSettings',
  },
};

const VERBS: Readonly<Record<string, EventMessageId>> = {
  create: 'ResourceEvent.1.4.ResourceCreated',
  change: 'ResourceEvent.1.4.ResourceChanged',
  delete: 'ResourceEvent.1.4.ResourceRemoved',
};
/** The changes of an account that have a kind of their own in the audit log; a token is no part of it. */
const CHANGES_OF_ACCOUNTS: ReadonlySet<string> = new Set([
  'user.lock',
  'user.password',
  'user.passwordReset',
  'user.sshKey',
  'user.sshKeyDelete',
]);

const CONTROLLER = 'Controller';

/** The event of an entry of the audit log; undefined where there is none. */
export function logEvent(entry: LogEntry, pdu: string): RedfishEvent | undefined {
  const [name = '', verb = ''] = entry.kind.split('.');
  if (name === 'firmware') return firmwareEvent(verb, entry);
  const change = CHANGES_OF_ACCOUNTS.has(entry.kind) ? 'change' : verb;
  const message = Object.hasOwn(VERBS, change) ? VERBS[change] : undefined;
  const object = Object.hasOwn(OBJECTS, name) ? OBJECTS[name] : undefined;
  if (message === undefined || !object || entry.result !== 'ok') return undefined;
  const { type, path, needs } = object;
  const id = entry.object.slice(entry.object.indexOf(':') + 1);
  return { message, args: [], origin: `${ROOT}${path(id, pdu)}`, type, needs: [needs] };
}

function firmwareEvent(verb: string, { result, before, after }: LogEntry): RedfishEvent | undefined {
  const [was, is] = [versionIn(before), versionIn(after)];
  const said = firmwareMessage(verb, result === 'ok', was, is);
  if (!said) return undefined;
  return {
    ...said,
    origin: `${ROOT}/UpdateService/FirmwareInventory/${CONTROLLER}`,
    type: 'SoftwareInventory',
    needs: ['viewGlobalDeviceSettings'],
  };
}

function firmwareMessage(
  verb: string,
  isOk: boolean,
  was: string,
  is: string,
): Pick<RedfishEvent, 'message' | 'args'> | undefined {
  if (verb === 'install') {
    const message = isOk ? 'Update.1.3.InstallingOnComponent' : 'Update.1.3.VerificationFailed';
    return { message, args: [is, CONTROLLER] };
  }
  if (verb === 'selfTest') return { message: 'Update.1.3.UpdateSuccessful', args: [CONTROLLER, is] };
  return verb === 'rollBack' ? { message: 'Update.1.3.ActivateFailed', args: [was, CONTROLLER] } : undefined;
}

/** The version of firmware in the members of an entry; one that could not be read has none. */
function versionIn(members: string | null): string {
  const { version } = JSON.parse(members ?? '{}') as { version?: unknown };
  return typeof version === 'string' ? version : 'unknown';
}
