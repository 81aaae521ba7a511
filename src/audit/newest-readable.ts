import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import type { Access } from '../common/access.js';
import { Db } from '../database/db.js';
import { AuditEntryEntity } from './audit-entry.entity.js';
import { AuditLogService } from './audit-log.service.js';
import { EntryRights, mayReadLog } from './entry-rights.js';

/** So many of the newest entries are remembered; a reader who may see none of them learns of no new one. */
const REMEMBERED = 256;
/** Sets of permissions whose newest entry is remembered. */
const MAX_READERS = 256;

/**
 * The id of the newest entry that a reader may see, written since the start: from it a page sees that there is something
 * new. What a reader may not see moves nothing for him, so that the number discloses nothing of the activity of others.
 */
@Injectable()
export class NewestReadable {
  #entries: AuditEntryEntity[] = [];
  readonly #known = new Map<string, { readonly seen: number; readonly newest: number | undefined }>();

  constructor(
    audit: AuditLogService,
    private readonly rights: EntryRights,
    private readonly db: Db,
  ) {
    audit.onRecord((entry) => this.#add(entry));
    audit.onRecordOfOthers(async () => {
      const order = { id: 'DESC' } as const;
      const rows = await this.db.read.find(AuditEntryEntity, {
        where: { id: MoreThan(this.#head) },
        order,
        take: REMEMBERED,
      });
      for (const entry of rows.reverse()) this.#add(entry);
    });
  }

  /** Undefined for a reader without the permission to read the log, and before the first entry that he may see. */
  for(access: Access): number | undefined {
    if (!mayReadLog(access)) return undefined;
    const known = this.#known.get(access.key);
    const head = this.#head;
    if (known?.seen === head) return known.newest;
    const newest = this.#newestAfter(known?.seen ?? 0, access) ?? known?.newest;
    this.#known.delete(access.key);
    this.#known.set(access.key, { seen: head, newest });
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size > MAX_READERS) this.#known.delete(oldest);
    return newest;
  }

  get #head(): number {
    return this.#entries.at(-1)?.id ?? 0;
  }

  #add(entry: AuditEntryEntity): void {
    if (entry.id <= this.#head) return;
    this.#entries.push(entry);
    if (this.#entries.length >= 2 * REMEMBERED) this.#entries = this.#entries.slice(-REMEMBERED);
  }

  #newestAfter(seen: number, access: Access): number | undefined {
    for (let place = this.#entries.length - 1; place >= 0; place--) {
      const entry = this.#entries[place];
      if (!entry || entry.id <= seen) return undefined;
      if (this.rights.mayRead(access, entry)) return entry.id;
    }
    return undefined;
  }
}
