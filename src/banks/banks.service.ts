import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { insertRows } from '../database/replace-rows.js';
import { EnergyCounters } from '../energy/energy-counters.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { BankModel } from '../hardware/profiles/pdu-model.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Access, CallerAt } from '../kernel/access.js';
import { causeOf } from '../kernel/cause.js';
import { ApiError } from '../kernel/errors.js';
import { refuseOtherId } from '../kernel/own-id.js';
import { PreparedAnswers, type PreparedAnswer } from '../kernel/prepared.js';
import { BankName } from './bank-name.entity.js';
import type { UpdateBankDto } from './bank.dto.js';
import { bankView, defaultBankName, type BankView } from './bank.view.js';

/** The banks: their names and readings. */
@Injectable()
export class BanksService implements OnModuleInit {
  #names = new Map<string, string>();
  readonly #list = new PreparedAnswers(
    'banks',
    () => this.store.revision,
    () => this.driver.model.banks.map((bank) => this.#view(bank)),
  );

  constructor(
    private readonly driver: PduDriver,
    private readonly store: SnapshotStore,
    private readonly db: Db,
    private readonly audit: AuditLog,
    private readonly energy: EnergyCounters,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const { id, name } of await this.db.all(BankName)) this.#names.set(id, name);
  }

  /** Throws BANK_UNKNOWN. */
  find(id: string): BankModel {
    const bank = this.driver.model.banks.find((each) => each.id === id);
    if (!bank) throw new ApiError('BANK_UNKNOWN', id);
    return bank;
  }

  /** All banks as JSON, serialised once for all who ask. */
  prepared(access: Access): PreparedAnswer {
    return this.#list.for(access);
  }

  read(id: string): BankView {
    return this.#view(this.find(id));
  }

  async update(id: string, { bankName, id: sentId }: UpdateBankDto, caller: CallerAt): Promise<BankView> {
    const bank = this.find(id);
    refuseOtherId(sentId, bank.id);
    await this.db.write(async (entities) => {
      await entities.upsert(BankName, { id, name: bankName }, ['id']);
      await this.audit.record({
        kind: 'bank.update',
        object: `bank:${id}`,
        cause: causeOf(caller),
        before: { bankName: this.nameOf(bank) },
        after: { bankName },
      });
      this.db.afterCommit(() => this.#take(new Map([...this.#names, [id, bankName]])));
    });
    return this.#view(bank);
  }

  /** Makes these the only names that differ from the default. Joins the running unit of work. */
  async replaceNames(names: ReadonlyMap<string, string>): Promise<void> {
    await this.db.write(async (entities) => {
      await entities.clear(BankName);
      await insertRows(
        entities,
        BankName,
        [...names].map(([id, name]) => ({ id, name })),
      );
      this.db.afterCommit(() => this.#take(new Map(names)));
    });
  }

  /** What a user called it, or its default name. */
  nameOf(bank: BankModel): string {
    return this.#names.get(bank.id) ?? defaultBankName(bank);
  }

  #take(names: Map<string, string>): void {
    this.#names = names;
    this.store.touch();
  }

  #view(bank: BankModel): BankView {
    const reading = this.store.current.banks[bank.position] ?? { id: bank.id };
    return bankView(bank, this.driver, this.nameOf(bank), this.energy.sinceReset(reading));
  }
}
