import { ApiProperty } from '@nestjs/swagger';
import { withoutPath } from '../logging/redaction.js';
import type { AuditEntryEntity } from './audit-entry.entity.js';
import type { Chains } from './entry-reader.js';
import { sentenceOf } from './sentences.js';

/** The schema of members of an object, each with whatever value it has. */
export const CHANGED_MEMBERS = { type: 'object', additionalProperties: true, selfRequired: false } as const;

/** One line of the audit log. */
export class LogEntryView {
  /** Counts up; the cursor of `before` and `after`. @example 4711 */
  id: number;
  /** ISO 8601, UTC. */
  time: string;
  /** The kind of the change: `outlet.switch`, `user.create`, `settings.change`, … @example "outlet.switch" */
  kind: string;
  /** The changed object: `outlet:1-1200578`, `user:2`, … @example "outlet:1-1200578" */
  object: string;
  /**
   * The name that the object had at that time; absent for one without a name, and in entries from before 0.2.0.
   * @example "db-master"
   */
  name?: string;
  /** The change, as a complete English sentence. @example "anna turned outlet “db-master” off." */
  sentence: string;
  /** The id of the entry that led to this one; absent for a first one, or where the caller may not read it. */
  cause?: number;
  /**
   * The kind of cause: session, token, basic, snmp, ssh, nut, modbus, redfish, mqtt, fleet, action, schedule, coldStart,
   * powerCycle or system.
   * @example "session"
   */
  via: string;
  /** A user name, an event's name, or a part of the controller. @example "anna" */
  who: string;
  /** The address from which the request came. @example "192.0.2.20" */
  address?: string;
  /** The changed members before the change; never secrets. @example {"state": "ON"} */
  @ApiProperty(CHANGED_MEMBERS)
  before?: object;
  /** The changed members after the change; never secrets. @example {"state": "OFF"} */
  @ApiProperty(CHANGED_MEMBERS)
  after?: object;
  /** `ok`, or the code of the error it ended with. @example "ok" */
  result: string;
}

/** A page of the audit log, newest first. */
export class LogPageView {
  entries: LogEntryView[];
  /** Older entries that led to these, as far as a sentence names them; absent where there are none. @example [] */
  causes?: LogEntryView[];
  /** Send it as `before` to get the page of older entries; absent on the last page. @example 4711 */
  nextBefore?: number;
}

export function logEntryView(entry: AuditEntryEntity, { causeOf }: Chains): LogEntryView {
  const cause = causeOf(entry);
  const { id, at, kind, object, name, via, who, address, before, after, result } = entry;
  return {
    id,
    time: new Date(at).toISOString(),
    kind,
    object,
    ...(name !== null && { name }),
    sentence: sentenceOf(entry, causeOf),
    ...(cause && { cause: cause.id }),
    via,
    who,
    ...(address !== null && { address }),
    ...(before !== null && { before: JSON.parse(before) as object }),
    ...(after !== null && { after: JSON.parse(after) as object }),
    result,
  };
}

/** The entry for the diagnostics: the parameters of an action with addresses reduced to their hosts. */
export const shareableEntry = ({ before, after, ...entry }: LogEntryView): LogEntryView => ({
  ...entry,
  ...(before && { before: withoutPaths(before) }),
  ...(after && { after: withoutPaths(after) }),
});

const withoutPaths = (members: object): object =>
  'params' in members && Array.isArray(members.params)
    ? { ...members, params: members.params.map((param: unknown) => withoutPath(String(param))) }
    : members;
