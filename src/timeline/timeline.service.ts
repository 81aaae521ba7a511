import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { EntryReader } from '../audit/entry-reader.js';
import type { Access } from '../common/access.js';
import { mapInSlices } from '../common/time-slices.js';
import type { TimelineQueryDto } from './timeline.dto.js';
import { timelineEntryView, type TimelineView } from './timeline.view.js';

/** The audit log as a person reads it: what happened, and why. */
@Injectable()
export class TimelineService {
  constructor(
    private readonly reader: EntryReader,
    private readonly audit: AuditLogService,
  ) {}

  async page(query: TimelineQueryDto, access: Access): Promise<TimelineView> {
    const { object, from, to, kinds, cursor, limit = 100 } = query;
    const wanted = {
      object: object === undefined || object === 'device' ? undefined : this.audit.recordedAs(object),
      kinds: kinds === undefined ? undefined : kinds.split(',').map((kind) => kind.trim()),
      earliest: from,
      latest: to,
      below: cursor,
    };
    const { entries, next } = await this.reader.page(wanted, limit, access);
    const chains = await this.reader.chains(entries, access);
    const views = await mapInSlices(entries, (entry) => timelineEntryView(entry, chains));
    const causes = chains.causesOf(entries).map((entry) => timelineEntryView(entry, chains));
    return { entries: views, ...(causes.length > 0 && { causes }), ...(next !== undefined && { nextCursor: next }) };
  }
}
