import type { AuditEntryEntity } from '../../audit/audit-entry.entity.js';
import type { Need } from '../../outbox/need.js';
import { named, type Fact } from '../webhook-fact.js';
import { needsOf, type WebhookType } from '../webhook-types.js';

type Entry = Readonly<AuditEntryEntity>;
/** The name of the user with this id; empty where there is none any more. */
type UsernameOf = (id: string) => string;
type Members = Readonly<Record<string, unknown>>;

interface Row {
  readonly type: WebhookType;
  readonly data: (entry: Entry, id: string, usernameOf: UsernameOf) => object;
  readonly needs?: (id: string) => readonly Need[];
  /** False for an entry that is about something else. */
  readonly isMeant?: (entry: Entry) => boolean;
}

const afterOf = ({ after }: Entry): Members => (after === null ? {} : (JSON.parse(after) as Members));
const part = ({ name }: Entry, id: string): object => ({ id, ...named(name) });
const version = (entry: Entry): object => ({ version: afterOf(entry)['version'], who: entry.who });
const isHardware = ({ object }: Entry): boolean => object === 'controller:hardware';
const isDone = ({ result }: Entry): boolean => result === 'ok';
const reason = (entry: Entry): object => ({ reason: afterOf(entry)['message'] });
const account = (name: string, { address }: Entry): object => ({ name, ...(address !== null && { address }) });
const ofOutlet = (id: string): readonly Need[] => [`outlet:${id}`];

/** The entries of the log that webhooks send, by their kind. */
const ROWS: Readonly<Record<string, Row>> = {
  'outlet.fault': {
    type: 'outlet.failed',
    needs: ofOutlet,
    data: (entry, id) => {
      const { asked, measured } = afterOf(entry);
      return { ...part(entry, id), asked, ...(measured !== undefined && { state: measured }), code: entry.result };
    },
  },
  'bank.breakerTripped': { type: 'breaker.opened', data: part },
  'bank.breakerClosed': { type: 'breaker.closed', data: part },
  'inlet.mainsLost': { type: 'inlet.lost', data: part },
  'inlet.mainsBack': { type: 'inlet.restored', data: part },
  'inlet.transfer': { type: 'inlet.transferred', data: part },
  'sensor.connected': { type: 'sensor.connected', data: part },
  'sensor.disconnected': { type: 'sensor.disconnected', data: part },
  'controller.fault': { type: 'hardware.silent', isMeant: isHardware, data: reason },
  'controller.recovered': { type: 'hardware.answers', isMeant: isHardware, data: reason },
  'firmware.install': { type: 'firmware.staged', isMeant: isDone, data: version },
  'firmware.selfTest': { type: 'firmware.installed', isMeant: isDone, data: version },
  'firmware.rollBack': { type: 'firmware.rolledBack', data: version },
  'device.start': { type: 'controller.started', data: version },
  'session.signInFailed': { type: 'user.signInFailed', data: (entry) => account(entry.who, entry) },
  'user.lock': { type: 'user.locked', data: (entry, id, usernameOf) => account(usernameOf(id), entry) },
};

/** The last part of the kinds of entries that a change of the configuration writes. */
const CHANGES = new Set([
  ...['create', 'change', 'delete', 'rotate', 'upload', 'renew', 'password', 'passwordReset', 'token', 'tokenRevoke'],
  ...['sshKey', 'sshKeyDelete', 'apply', 'configReset'],
]);
const isChange = ({ kind }: Entry): boolean =>
  CHANGES.has(kind.slice(kind.indexOf('.') + 1)) && !kind.startsWith('simulator.');

/** The fact in a new entry of the log; undefined for one that says nothing to webhooks. */
export function factOf(entry: Entry, usernameOf: UsernameOf): Fact | undefined {
  const { kind, object, at } = entry;
  const row = Object.hasOwn(ROWS, kind) ? ROWS[kind] : undefined;
  if (row) {
    if (row.isMeant?.(entry) === false) return undefined;
    const id = object.slice(object.indexOf(':') + 1);
    return {
      type: row.type,
      at,
      needs: row.needs?.(id) ?? needsOf(row.type),
      data: () => row.data(entry, id, usernameOf),
    };
  }
  if (!isChange(entry) || !isDone(entry)) return undefined;
  const type = 'configuration.changed';
  const data = (): object => ({ what: kind, object, ...named(entry.name), who: entry.who });
  return {
    type,
    at,
    needs: [...needsOf(type), ...(object.startsWith('outlet:') ? ofOutlet(object.slice(7)) : [])],
    data,
  };
}
