import { ApiProperty } from '@nestjs/swagger';
import type { AuditEntryEntity } from '../audit/audit-entry.entity.js';
import type { Chains } from '../audit/entry-reader.js';
import { CHANGED_MEMBERS } from '../audit/log.view.js';
import { sentenceOf, type Discretion } from '../audit/sentences.js';

/** An object and the name that it had at the time of the entry. */
export class TimelineObjectView {
  /** For example `outlet:1-1200578`. @example "outlet:1-1200578" */
  id: string;
  /** Absent for an object without a name, and in entries from before 0.2.0. @example "db-master" */
  name?: string;
}

/** The members of an entry besides its sentence. */
export class TimelineDetailsView {
  /** The kind of cause, as in the log: session, token, action, schedule, powerCycle, system, … @example "session" */
  via: string;
  /**
   * A user name, an event's name, or a part of the controller; absent where the caller may not know it.
   * @example "anna"
   */
  who?: string;
  /** The address from which the request came. @example "192.0.2.20" */
  address?: string;
  /** A second object that the entry speaks of: what an event triggered for. @example {} */
  about?: TimelineObjectView;
  /** The changed members before; never secrets. @example {"state": "ON"} */
  @ApiProperty(CHANGED_MEMBERS)
  before?: object;
  /** The changed members after; never secrets. @example {"state": "OFF"} */
  @ApiProperty(CHANGED_MEMBERS)
  after?: object;
  /** `ok`, or the code of the error it ended with. @example "ok" */
  result: string;
}

/** One entry of the timeline. */
export class TimelineEntryView {
  /** Counts up; that of the entry in the log. @example 4711 */
  id: number;
  /** ISO 8601, UTC. */
  time: string;
  /**
   * The kind of change, such as `outlet.switch`, `bank.breakerTripped` or `settings.change`.
   * @example "outlet.switch"
   */
  kind: string;
  object: TimelineObjectView;
  /** A complete English sentence with the names of that time. @example "anna turned outlet “db-master” off." */
  sentence: string;
  /** The id of the entry that led to this one; absent for a first one, or where the caller may not read it. */
  cause?: number;
  /** The id of the first entry of the chain that led to this one; absent for a first one. */
  firstCause?: number;
  details: TimelineDetailsView;
}

/** A page of the timeline, newest first. */
export class TimelineView {
  entries: TimelineEntryView[];
  /** Older entries that led to these, as far as a sentence names them; absent where there are none. @example [] */
  causes?: TimelineEntryView[];
  /**
   * Send it as `cursor` to get the page of older entries; absent on the last page. For a role that may read little, a
   * page may have fewer entries than its limit, or none, although older ones follow.
   * @example 4711
   */
  nextCursor?: number;
}

/** The reasons for the state of an outlet. */
export class OutletWhyView {
  /** The id of the outlet. @example "1-1200578" */
  outlet: string;
  /** The name that it has now. @example "db-master" */
  outletName: string;
  /** ON or OFF as measured; absent where that is not known. @example "OFF" */
  state?: 'ON' | 'OFF';
  /**
   * The newest change of its state and what led to it, as one paragraph.
   * @example "anna turned outlet “db-master” off."
   */
  text: string;
  /** The newest change of its state first, then the entries that led to it, up to the first; empty where none is known. */
  chain: TimelineEntryView[];
  /** The entries of what keeps power from it although it is on: a tripped breaker, lost mains. @example [] */
  supply: TimelineEntryView[];
}

const objectView = (id: string, name: string | null): TimelineObjectView => ({ id, ...(name !== null && { name }) });

export function timelineEntryView(
  entry: AuditEntryEntity,
  { causeOf, chainOf }: Chains,
  discretion: Discretion = {},
): TimelineEntryView {
  const { id, at, kind, object, name, about, aboutName, via, who, address, before, after, result } = entry;
  const cause = causeOf(entry);
  const first = chainOf(entry).at(-1);
  const { hidesUsers, hidesEvents } = discretion;
  const mayKnowWho =
    via === 'system' || via === 'coldStart' || via === 'schedule' || (via === 'action' ? !hidesEvents : !hidesUsers);
  // A step of a power cycle names a user or an event.
  const showsWho = mayKnowWho && !(via === 'powerCycle' && hidesEvents);
  return {
    id,
    time: new Date(at).toISOString(),
    kind,
    object: objectView(object, name),
    sentence: sentenceOf(entry, causeOf, discretion),
    ...(cause && { cause: cause.id }),
    ...(first && { firstCause: first.id }),
    details: {
      via,
      ...(showsWho && { who }),
      ...(address !== null && !hidesUsers && { address }),
      ...(about !== null && { about: objectView(about, aboutName) }),
      ...(before !== null && { before: JSON.parse(before) as object }),
      ...(after !== null && { after: JSON.parse(after) as object }),
      result,
    },
  };
}
