import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ActionsService } from '../actions/actions.service.js';
import type { AuditEntryEntity } from '../audit/audit-entry.entity.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { EventsService } from '../events/events.service.js';
import type { Sample } from './metric.js';

export type Count = Sample;

/** Limit of label sets, above the number of the product's codes, so that a mistake cannot fill the memory. */
const MAX_LABEL_SETS = 1000;

/** Counts since the start: audit records by kind, events by code, action runs by code. */
@Injectable()
export class AuditCountsService implements OnModuleInit {
  readonly auditRecords = new Counts();
  readonly triggers = new Counts();
  readonly runs = new Counts();

  constructor(
    private readonly audit: AuditLogService,
    private readonly actions: ActionsService,
    private readonly events: EventsService,
  ) {}

  onModuleInit(): void {
    this.audit.onRecord((entry) => this.#count(entry));
  }

  #count({ kind, object, result }: Readonly<AuditEntryEntity>): void {
    this.auditRecords.add({ kind, result });
    const id = object.slice(object.indexOf(':') + 1);
    if (kind === 'event.trigger') this.triggers.add({ code: codeOf(() => this.events.find(id).code) });
    if (kind === 'action.run') this.runs.add({ code: codeOf(() => this.actions.find(id).code), result });
  }
}

/** The code as a label; an event or action may be deleted before its record arrives. */
function codeOf(find: () => number): string {
  try {
    return String(find());
  } catch {
    return 'deleted';
  }
}

class Counts {
  readonly #counts = new Map<string, { readonly labels: Readonly<Record<string, string>>; value: number }>();

  add(labels: Readonly<Record<string, string>>): void {
    const key = Object.values(labels).join('\n');
    const count = this.#counts.get(key);
    if (count) count.value++;
    else if (this.#counts.size < MAX_LABEL_SETS) this.#counts.set(key, { labels, value: 1 });
  }

  get all(): readonly Count[] {
    return [...this.#counts.values()];
  }
}
