import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { insertRows } from '../database/rows.js';
import { EnergyCountersService } from '../energy/energy-counters.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { BankModel } from '../hardware/profiles/pdu-model.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { Access, CallerWithAddress } from '../common/access.js';
import { causeOf } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import { assertOwnId } from '../common/own-id.js';
import { CachedResponses, type CachedResponse } from '../common/cached-response.js';
import { BankNameEntity } from './bank-name.entity.js';
import type { UpdateBankDto } from './bank.dto.js';
import { bankView, defaultBankName, type BankView } from './bank.view.js';

/** The banks: their names and readings. */
@Injectable()
export class BanksService implements OnModuleInit {
  #names = new Map<string, string>();
  readonly #list = new CachedResponses(
    'banks',
    () => this.store.revision,
    () => this.driver.model.banks.map((bank) => this.#view(bank)),
  );

  constructor(
    private readonly driver: PduDriver,
    private readonly store: SnapshotStore,
    private readonly db: Db,
    private readonly audit: AuditLogService,
    private readonly energy: EnergyCountersService,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const { id, name } of await this.db.all(BankNameEntity)) this.#names.set(id, name);
  }

  /** Throws BANK_UNKNOWN. */
  find(id: string): BankModel {
    const bank = this.driver.model.banks.find((each) => each.id === id);
    if (!bank) throw new ApiError('BANK_UNKNOWN', id);
    return bank;
  }

  /** All banks as JSON, serialised once for all who ask. */
  prepared(access: Access): CachedResponse {
    return this.#list.for(access);
  }

  read(id: string): BankView {
    return this.#view(this.find(id));
  }

  async update(id: string, { bankName, id: sentId }: UpdateBankDto, caller: CallerWithAddress): Promise<BankView> {
    const bank = this.find(id);
    assertOwnId(sentId, bank.id);
    await this.db.transaction(async (entities) => {
      await entities.upsert(BankNameEntity, { id, name: bankName }, ['id']);
      await this.audit.record({
        kind: 'bank.update',
        object: `bank:${id}`,
        cause: causeOf(caller),
        before: { bankName: this.nameOf(bank) },
        after: { bankName },
      });
      this.db.afterCommit(() => this.#apply(new Map([...this.#names, [id, bankName]])));
    });
    return this.#view(bank);
  }

  /** Makes these the only names that differ from the default. Joins the running unit of work. */
  async replaceNames(names: ReadonlyMap<string, string>): Promise<void> {
    await this.db.transaction(async (entities) => {
      await entities.clear(BankNameEntity);
      await insertRows(
        entities,
        BankNameEntity,
        [...names].map(([id, name]) => ({ id, name })),
      );
      this.db.afterCommit(() => this.#apply(new Map(names)));
    });
  }

  /** What a user called it, or its default name. */
  nameOf(bank: BankModel): string {
    return this.#names.get(bank.id) ?? defaultBankName(bank);
  }

  #apply(names: Map<string, string>): void {
    this.#names = names;
    this.store.touch();
  }

  #view(bank: BankModel): BankView {
    const reading = this.store.current.banks[bank.position] ?? { id: bank.id };
    return bankView(bank, this.driver, this.nameOf(bank), this.energy.sinceReset(reading));
  }
}
