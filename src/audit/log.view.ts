import type { AuditEntryEntity } from './audit-entry.entity.js';

/** One line of the audit log. */
export class LogEntryView {
  /** Counts up; the cursor of `before` and `after`. */
  id: number;
  /** ISO 8601, UTC. */
  time: string;
  /** What happened: `outlet.switch`, `user.create`, `settings.change`, … */
  kind: string;
  /** What it happened to: `outlet:1-1200578`, `user:2`, … */
  object: string;
  /** How it was caused: session, token, basic, action, schedule, coldStart, powerCycle or system. */
  via: string;
  /** A user name, an event's name, or the part of the controller. */
  who: string;
  /** Address the request came from. */
  address?: string;
  /** Members that changed, as they were. Secrets never stand here. */
  before?: object;
  /** Members that changed, as they are. Secrets never stand here. */
  after?: object;
  /** `ok`, or the code of the error it ended with. */
  result: string;
}

/** A page of the audit log, newest first. */
export class LogPageView {
  entries: LogEntryView[];
  /** Send it as `before` to get the page of older entries; absent on the last page. */
  nextBefore?: number;
}

export function logEntryView(entry: AuditEntryEntity): LogEntryView {
  const { id, at, kind, object, via, who, address, before, after, result } = entry;
  return {
    id,
    time: new Date(at).toISOString(),
    kind,
    object,
    via,
    who,
    ...(address !== null && { address }),
    ...(before !== null && { before: JSON.parse(before) as object }),
    ...(after !== null && { after: JSON.parse(after) as object }),
    result,
  };
}
