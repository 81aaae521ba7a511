import { Injectable } from '@nestjs/common';
import { ActionRunRepository } from '../../actions/execution/action-run.repository.js';
import type { Access } from '../../common/access.js';
import { ApiError, type ErrorDetail } from '../../common/errors.js';
import { EventStore } from '../event.store.js';
import { eventOccurrenceView, type EventOccurrencePageView } from '../event-occurrence.view.js';
import { mayRead } from '../object-access.js';
import { RuleJournalService } from './rule-journal.service.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** The history of an event: its occurrences and the outcomes of their actions. */
@Injectable()
export class EventHistoryService {
  constructor(
    private readonly store: EventStore,
    private readonly journal: RuleJournalService,
    private readonly runs: ActionRunRepository,
  ) {}

  /** Newest first. Throws EVENT_UNKNOWN, or 422 for a query that is none. */
  async page(
    eventId: string,
    query: Readonly<Record<string, unknown>>,
    access: Access,
  ): Promise<EventOccurrencePageView> {
    const { id } = this.store.find(eventId);
    const { limit = DEFAULT_LIMIT, before } = readQuery(query);
    const rows = await this.journal.occurrencesOf(id, limit + 1, before);
    const read = rows.slice(0, limit);
    // That an event triggered says as much of what it watches as the measurement does.
    const page = read.filter(({ occurrence: { objectKind, objectId } }) => mayRead(access, objectKind, objectId));
    const moments = page.map(({ occurrence }) => occurrence.at);
    const runs = moments.length > 0 ? await this.runs.findBetween(id, Math.min(...moments), Math.max(...moments)) : [];
    const older = rows.length > limit ? read.at(-1) : undefined;
    return { firings: page.map((row) => eventOccurrenceView(row, runs)), ...(older && { nextBefore: older.id }) };
  }
}

function readQuery(query: Readonly<Record<string, unknown>>): { limit?: number; before?: number } {
  const details: ErrorDetail[] = [];
  const read = (field: string, max: number): number | undefined => {
    const given = query[field];
    if (given === undefined || given === '') return undefined;
    const value = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : NaN;
    if (value >= 1 && value <= max) return value;
    details.push({ field, message: `${field} must be a whole number from 1 to ${max}.` });
    return undefined;
  };
  const limit = read('limit', MAX_LIMIT);
  const before = read('before', Number.MAX_SAFE_INTEGER);
  if (details.length > 0) throw ApiError.validation(details);
  return { ...(limit !== undefined && { limit }), ...(before !== undefined && { before }) };
}
