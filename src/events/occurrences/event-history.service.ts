import { Injectable } from '@nestjs/common';
import { ActionRunRepository } from '../../actions/execution/action-run.repository.js';
import type { Access } from '../../common/access.js';
import type { EventHistoryQueryDto } from '../event.dto.js';
import type { StoredEvent } from '../event.store.js';
import { eventOccurrenceView, type EventOccurrencePageView } from '../event-occurrence.view.js';
import { mayRead } from '../object-access.js';
import { RuleJournalService } from './rule-journal.service.js';

/** The history of an event: its occurrences and the outcomes of their actions. */
@Injectable()
export class EventHistoryService {
  constructor(
    private readonly journal: RuleJournalService,
    private readonly runs: ActionRunRepository,
  ) {}

  /** Newest first. */
  async page(
    { id }: StoredEvent,
    { limit = 50, before }: EventHistoryQueryDto,
    access: Access,
  ): Promise<EventOccurrencePageView> {
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
