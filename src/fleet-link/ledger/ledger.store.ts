import { Injectable } from '@nestjs/common';
import { shortened } from '../../audit/audit-bounds.js';
import { isStorageError } from '../../common/storage-errors.js';
import { Db } from '../../database/db.js';
import { deleteRows, storeStatements } from '../../database/rows.js';
import { IntentJournal } from '../../hardware/relays/intent-journal.js';
import { JournalTable, MAX_CAUSE_NAME } from '../../hardware/relays/journal-table.js';
import { FleetCommandEntity, FleetRelayEntity } from './fleet-command.entity.js';
import { hasEnded, type EndedEntry, type LedgerEntry } from './ledger.js';

const TABLE = new JournalTable('fleet', FleetRelayEntity, 'relay');

/**
 * The entries of the ledger on the disk. The newest command of each relay goes through the intent journal, so that none
 * begins twice on a full disk either; the others are in the database only.
 */
@Injectable()
export class LedgerStore {
  constructor(
    private readonly journal: IntentJournal,
    private readonly db: Db,
  ) {
    journal.register(TABLE);
  }

  async load(): Promise<{ readonly newest: readonly LedgerEntry[]; readonly ended: readonly EndedEntry[] }> {
    const newest = (await this.journal.all(TABLE)).map(fromRow);
    return { newest, ended: (await this.db.all(FleetCommandEntity)).map(fromRow).filter(hasEnded) };
  }

  /** Resolves with true when the entry is durable, as far as it has to be; with false if nothing can be written. */
  async store(entry: LedgerEntry, isNewest: boolean): Promise<boolean> {
    const row = toRow(entry);
    const ended = hasEnded(entry) ? [...storeStatements(this.db.tableOf(FleetCommandEntity), [row], 'id')] : [];
    await this.journal.commit(isNewest ? [TABLE.upsert(row)] : [], async () => ({ statements: ended }));
    return !this.journal.isLost;
  }

  /** Deletes ended commands; on a full disk they stay. */
  async remove(ids: readonly string[]): Promise<void> {
    await this.db
      .transaction((entities) => deleteRows(entities, FleetCommandEntity, 'id', ids))
      .catch((error: unknown) => {
        if (!isStorageError(error)) throw error;
      });
  }
}

function toRow({ end, who, ...command }: LedgerEntry): FleetRelayEntity & FleetCommandEntity {
  const { outcome = null, code = null, measured = null } = end ?? {};
  return { ...command, who: shortened(who, MAX_CAUSE_NAME), outcome, code, measured };
}

function fromRow(row: FleetRelayEntity | FleetCommandEntity): LedgerEntry {
  const { id, number, relay, command, until, who, outcome, code, measured } = row;
  const end = outcome === null ? undefined : { outcome, code, measured };
  return { id, number, relay, command, until, who, end };
}
