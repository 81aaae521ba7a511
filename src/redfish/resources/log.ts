import { Injectable } from '@nestjs/common';
import { LOG_FLAGS } from '../../audit/entry-rights.js';
import { LogService } from '../../audit/log.service.js';
import type { LogEntryView } from '../../audit/log.view.js';
import { yieldNow } from '../../common/time-slices.js';
import { Clock } from '../../common/clock.js';
import { odataTypeOf } from '../versions.js';
import {
  collection,
  link,
  ROOT,
  type Call,
  type Json,
  type Provider,
  type ResourceProviders,
} from '../protocol/provider.js';
import { ENABLED, isoTime, MANAGER, need, unknown } from './common.js';

const SERVICES = `${MANAGER}/LogServices`;
const AUDIT = `${SERVICES}/Audit`;
const ENTRIES = `${AUDIT}/Entries`;
const PAGE = 50;
/** Entries that are read at once. */
const BATCH = 500;
/** The newest entries to which a filter is applied. */
const MAX_FILTERED = 2000;

/** The activity log of the product; nobody can clear it. */
@Injectable()
export class LogResource implements ResourceProviders {
  readonly providers: readonly Provider[];

  constructor(
    private readonly log: LogService,
    private readonly clock: Clock,
  ) {
    this.providers = [
      {
        uri: SERVICES,
        type: 'LogServiceCollection',
        get: ({ caller }) =>
          collection('Log Services', LOG_FLAGS.some((flag) => caller.access.can(flag)) ? [AUDIT] : []),
      },
      {
        uri: AUDIT,
        type: 'LogService',
        get: (call) => {
          need(call, ...LOG_FLAGS);
          return {
            Id: 'Audit',
            Name: 'Audit Log',
            Description: 'Every change of state or configuration, with its cause.',
            ServiceEnabled: true,
            OverWritePolicy: 'WrapsWhenFull',
            LogEntryType: 'Event',
            DateTime: isoTime(this.clock.now()),
            DateTimeLocalOffset: '+00:00',
            Entries: link(ENTRIES),
            Status: ENABLED,
          };
        },
      },
      { uri: ENTRIES, type: 'LogEntryCollection', pages: true, get: (call) => this.#entries(call) },
      {
        uri: `${ENTRIES}/{entry}`,
        type: 'LogEntry',
        get: async (call) => entryOf(await this.#find(call)),
      },
    ];
  }

  /** A page of entries, newest first; with a filter all that it is applied to. */
  async #entries(call: Call): Promise<Json> {
    need(call, ...LOG_FLAGS);
    const { access } = call.caller;
    const { top = PAGE, skip = 0, isWhole = false } = call.page ?? {};
    const size = isWhole ? MAX_FILTERED : Math.min(top, PAGE);
    const shown: LogEntryView[] = [];
    let before: number | undefined;
    let toSkip = skip;
    do {
      await yieldNow();
      const limit = Math.min(BATCH, Math.max(1, toSkip + size - shown.length));
      const page = await this.log.page({ limit, ...(before !== undefined && { before }) }, access);
      shown.push(...page.entries.slice(toSkip, toSkip + size - shown.length));
      toSkip = Math.max(0, toSkip - page.entries.length);
      before = page.nextBefore;
    } while (before !== undefined && shown.length < size);
    const count = await this.log.count(access);
    const end = skip + shown.length;
    const hasMore = !isWhole && end < count && top !== 0;
    return collection(
      'Log Entries',
      shown.map((entry) => ({
        '@odata.id': `${ROOT}${ENTRIES}/${entry.id}`,
        '@odata.type': odataTypeOf('LogEntry'),
        ...entryOf(entry),
      })),
      {
        'Members@odata.count': count,
        ...(hasMore && { 'Members@odata.nextLink': `${ROOT}${ENTRIES}?$skip=${end}` }),
      },
    );
  }

  async #find(call: Call): Promise<LogEntryView> {
    need(call, ...LOG_FLAGS);
    const id = Number(/^[1-9]\d{0,14}$/.exec(call.params['entry'] ?? '')?.[0] ?? 0);
    if (id === 0) throw unknown();
    const { entries } = await this.log.page({ before: id + 1, after: id - 1, limit: 1 }, call.caller.access);
    const [entry] = entries;
    if (!entry) throw unknown();
    return entry;
  }
}

const entryOf = (entry: LogEntryView): Json => ({
  Id: String(entry.id),
  Name: `Log Entry ${entry.id}`,
  EntryType: 'Event',
  Created: entry.time,
  Severity: entry.result === 'ok' ? 'OK' : 'Warning',
  Message: entry.sentence,
  MessageId: 'ResourceEvent.1.4.ResourceChanged',
});
