import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { EntryReader } from '../audit/entry-reader.js';
import type { EntryQuery } from '../audit/entry-query.js';
import type { Access } from '../common/access.js';
import { mapInSlices } from '../common/time-slices.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { feedsOf, SUPPLY_KINDS } from './outlet-supply.js';
import type { TimelineQueryDto } from './timeline.dto.js';
import { timelineEntryView, type TimelineView } from './timeline.view.js';

/** The audit log as a person reads it: what happened, and why. */
@Injectable()
export class TimelineService {
  constructor(
    private readonly reader: EntryReader,
    private readonly audit: AuditLogService,
    private readonly driver: PduDriver,
  ) {}

  async page(query: TimelineQueryDto, access: Access): Promise<TimelineView> {
    const { object, from, to, kinds, cursor, limit = 100 } = query;
    const recorded = object === undefined || object === 'device' ? undefined : this.audit.recordedAs(object);
    const wanted = {
      object: recorded,
      also: recorded === undefined ? undefined : this.#supplyOf(recorded, access),
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

  /** The entries of what feeds an outlet; none for a role that may not view the outlet, which learns nothing by it. */
  #supplyOf(object: string, access: Access): EntryQuery['also'] {
    const { model } = this.driver;
    const outlet = model.outlets.find(({ id }) => object === `outlet:${id}`);
    const feeds = outlet && access.mayView(outlet.id) ? feedsOf(model, outlet) : undefined;
    return feeds && { objects: [feeds.bank, ...feeds.inlets], kinds: SUPPLY_KINDS };
  }
}
