import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { EnergyCountersService } from '../energy/energy-counters.service.js';
import { NamedParts } from '../hardware/named-parts.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { BankModel } from '../hardware/profiles/pdu-model.js';
import type { BankReading } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import type { CallerWithAddress } from '../common/access.js';
import { BankNameEntity } from './bank-name.entity.js';
import { BankListJson } from './bank-list-json.js';
import type { UpdateBankDto } from './bank.dto.js';
import { bankView, defaultBankName, type BankView } from './bank.view.js';

/** The banks: their names and readings. */
@Injectable()
export class BanksService extends NamedParts<BankModel, BankView, 'bankName'> {
  readonly #json: BankListJson;

  constructor(
    private readonly driver: PduDriver,
    snapshots: SnapshotStore,
    db: Db,
    audit: AuditLogService,
    private readonly energy: EnergyCountersService,
  ) {
    super(db, audit, snapshots, {
      entity: BankNameEntity,
      section: 'banks',
      kind: 'bank',
      member: 'bankName',
      texts: [],
      unknown: 'BANK_UNKNOWN',
      parts: () => driver.model.banks,
      defaultName: defaultBankName,
      numbered: defaultBankName,
    });
    this.#json = new BankListJson(driver, (bank) => ({ name: this.nameOf(bank), reading: this.#readingOf(bank) }));
  }

  update(bank: BankModel, { bankName, id: sentId }: UpdateBankDto, caller: CallerWithAddress): Promise<BankView> {
    return this.change(bank, { bankName }, sentId, caller);
  }

  override view(bank: BankModel): BankView {
    return bankView(bank, this.driver, this.nameOf(bank), this.#readingOf(bank));
  }

  protected override list(): Buffer {
    return this.#json.list();
  }

  #readingOf({ id, position }: BankModel): BankReading {
    return this.energy.sinceReset(this.snapshots.current.banks[position] ?? { id });
  }
}
