import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../../audit/audit-log.service.js';
import { RulesService } from '../../../events/rules.service.js';
import { PduDriver } from '../../../hardware/pdu.driver.js';
import { SnapshotStore } from '../../../hardware/snapshot.store.js';
import { SettingsStore } from '../../../settings/settings.store.js';
import { pduPath } from '../../resources/common.js';
import { EventHub } from '../event-hub.js';
import type { RedfishEvent } from '../event-record.js';
import { logEvent } from './log-events.js';
import { ReadingEvents } from './reading-events.js';
import { ruleEvent } from './rule-events.js';

/** Finds what happens: in each new reading, in the events of the product, and in the audit log. */
@Injectable()
export class EventSources {
  constructor(
    private readonly hub: EventHub,
    private readonly settings: SettingsStore,
    { model }: PduDriver,
    rules: RulesService,
    snapshots: SnapshotStore,
    audit: AuditLogService,
  ) {
    const readings = new ReadingEvents(model);
    if (snapshots.hasSnapshot) readings.next(snapshots.current);
    snapshots.onTick('publish', (now) => readings.next(now).forEach((event) => this.#publish(event)));
    rules.onEdge((edge) => this.#publish(ruleEvent(edge, model)));
    audit.onRecord((entry) => this.#publish(logEvent(entry, pduPath(model))));
  }

  /** While Redfish is switched off nobody gets events. */
  #publish(event: RedfishEvent | undefined): void {
    if (event && this.settings.get('redfishEnabled')) this.hub.publish(event);
  }
}
