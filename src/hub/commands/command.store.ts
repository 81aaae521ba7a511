import { Injectable } from '@nestjs/common';
import { In, IsNull, type EntityManager } from 'typeorm';
import { AuditLogService, type AuditRecord } from '../../audit/audit-log.service.js';
import { Db } from '../../database/db.js';
import { run } from '../../database/dialect.js';
import { storeRows } from '../../database/rows.js';
import type { Millis } from '../../common/clock.js';
import { objectOf } from '../pdus/pdu.store.js';
import { HubCommandEntity } from './hub-command.entity.js';
import type { EndedCommand } from './open-commands.js';

/** Its name for other hubs. */
const STORE = 'hub_command';

/** The limits of the stored commands. A class, so that a test can replace it. */
export class CommandLimits {
  /** The newest that stay, whatever their end; open ones stay always. */
  readonly retained: number = 50_000;
  /** After so many new ones the oldest are deleted. */
  readonly batch: number = 500;
  /** Open commands of one PDU. */
  readonly openOfPdu: number = 50;
}

/** The idempotency key of a user. */
export interface CommandKey {
  readonly userId: string;
  readonly key: string;
}

/** A command that is to be stored. */
export interface NewCommand {
  readonly row: Omit<HubCommandEntity, 'entry'>;
  readonly record: AuditRecord;
}

/** The name of the outlet of a command, as its records have it; empty if it is not known. */
export type NameOfOutlet = (command: Pick<HubCommandEntity, 'pdu' | 'outlet'>) => { readonly outletName?: string };

/** The table of the commands. */
@Injectable()
export class CommandStore {
  #sinceDeletion = 0;

  constructor(
    private readonly db: Db,
    private readonly audit: AuditLogService,
    private readonly limits: CommandLimits,
  ) {}

  /** Those without an end, in the order of acceptance. */
  open(): Promise<HubCommandEntity[]> {
    return this.db.read.find(HubCommandEntity, { where: { outcome: IsNull() }, order: { number: 'ASC' } });
  }

  /** The number of the newest command; 0 without one. */
  async newest(): Promise<number> {
    const [row] = await this.db.read.find(HubCommandEntity, { order: { number: 'DESC' }, take: 1 });
    return row?.number ?? 0;
  }

  /** Calls `reload` when another hub has accepted, ended or deleted commands, as `Db.follow` does. */
  follow(reload: () => Promise<void>): void {
    this.db.follow(STORE, reload);
  }

  async byId(id: string): Promise<HubCommandEntity | null> {
    if (id.includes('\0')) return null; // no text of PostgreSQL has one, and to ask for it is an error
    return this.db.read.findOneBy(HubCommandEntity, { id });
  }

  /** Those with one of these keys; inside a transaction. */
  async byKeys(entities: EntityManager, keys: readonly CommandKey[]): Promise<HubCommandEntity[]> {
    return keys.length === 0 ? [] : entities.findBy(HubCommandEntity, [...keys]);
  }

  /** Inserts commands, each with its record in the audit log; inside a transaction. */
  async insert(entities: EntityManager, commands: readonly NewCommand[]): Promise<void> {
    if (commands.length === 0) return;
    const entries = await this.audit.record(...commands.map(({ record }) => record));
    const rows = commands.map(({ row }, place) => ({ ...row, entry: entries[place] ?? 0 }));
    await storeRows(entities, HubCommandEntity, rows);
    this.db.announce(STORE);
    this.#sinceDeletion += rows.length;
    if (this.#sinceDeletion >= this.limits.batch) await this.#deleteOldest(entities);
  }

  /** Stores ends with their records, all or none. A command that has one keeps it. */
  async end(ended: readonly EndedCommand[], endedAt: Millis, nameOf: NameOfOutlet): Promise<void> {
    await this.db.transaction(async (entities) => {
      const ids = ended.map(({ command }) => command.id);
      const rows = await entities.findBy(HubCommandEntity, { id: In(ids), outcome: IsNull() });
      const entries = new Map(rows.map(({ id, entry }) => [id, entry]));
      // Most ends of a rush are alike, and each statement is a way to the server and back.
      for (const alike of alikeOf(ended.filter(({ command }) => entries.has(command.id)))) {
        const [{ end, tries }] = alike;
        const which = { id: In(alike.map(({ command }) => command.id)), outcome: IsNull() };
        await entities.update(HubCommandEntity, which, { ...end, tries, endedAt });
      }
      this.db.announce(STORE);
      const records = ended.filter(({ command }) => entries.has(command.id));
      await this.audit.record(...records.map((each) => recordOf(each, entries.get(each.command.id), nameOf)));
    });
  }

  /** The PDUs of the commands of this list that are there; null for one without an end. */
  async pdusOf(ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const rows = await this.db.read.find(HubCommandEntity, {
      select: ['id', 'pdu', 'outcome'],
      where: { id: In([...ids]) },
    });
    return new Map(rows.map(({ id, pdu, outcome }) => [id, outcome === null ? null : pdu]));
  }

  /** Deletes the commands of a PDU; inside a transaction. */
  async deleteOf(entities: EntityManager, pdu: string): Promise<void> {
    await entities.delete(HubCommandEntity, { pdu });
    this.db.announce(STORE);
  }

  async #deleteOldest(entities: EntityManager): Promise<void> {
    this.#sinceDeletion = 0;
    const { tableName } = this.db.tableOf(HubCommandEntity);
    await run(
      entities,
      `DELETE FROM "${tableName}" WHERE "outcome" IS NOT NULL AND "number" <
        (SELECT "number" FROM "${tableName}" ORDER BY "number" DESC LIMIT 1 OFFSET ?)`,
      [this.limits.retained - 1],
    );
  }
}

/** Ends of the same outcome after as many tries, together. */
function alikeOf(ended: readonly EndedCommand[]): Iterable<[EndedCommand, ...EndedCommand[]]> {
  const alike = new Map<string, [EndedCommand, ...EndedCommand[]]>();
  for (const each of ended) {
    const { outcome, code, measured } = each.end;
    const key = JSON.stringify([outcome, code, measured, each.tries]);
    const others = alike.get(key);
    if (others) others.push(each);
    else alike.set(key, [each]);
  }
  return alike.values();
}

const recordOf = ({ command, end }: EndedCommand, entry: number | undefined, nameOf: NameOfOutlet): AuditRecord => ({
  kind: 'pdu.commandEnd',
  object: objectOf({ id: command.pdu }),
  cause: { kind: 'system', who: 'hub', entry },
  after: { id: command.id, outlet: command.outlet, ...nameOf(command), command: command.command, ...end },
  result: end.outcome === 'done' ? 'ok' : (end.code ?? end.outcome.toUpperCase()),
});
