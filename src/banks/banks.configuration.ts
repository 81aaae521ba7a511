import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PduDriver } from '../hardware/pdu.driver.js';
import { ConfigSections } from '../common/configuration/config-sections.js';
import { namesSection } from '../common/configuration/names-section.js';
import { FactoryResets } from '../common/factory-resets.js';
import { BankNameEntity } from './bank-name.entity.js';
import { BankEntryDto } from './bank.dto.js';
import { defaultBankName } from './bank.view.js';
import { BanksService } from './banks.service.js';

/** The names of the banks in the configuration document and in a factory reset. */
@Injectable()
export class BanksConfiguration implements OnModuleInit {
  constructor(
    private readonly sections: ConfigSections,
    private readonly resets: FactoryResets,
    private readonly driver: PduDriver,
    private readonly banks: BanksService,
  ) {}

  onModuleInit(): void {
    this.sections.add(
      'banks',
      namesSection({
        section: 'banks',
        kind: 'bank',
        member: 'bankName',
        dto: BankEntryDto,
        defaults: () => this.driver.model.banks.map((bank) => ({ id: bank.id, name: defaultBankName(bank) })),
        nameOf: (id) => this.banks.nameOf(this.banks.find(id)),
        replace: (names) => this.banks.replaceNames(names),
      }),
    );
    this.resets.add('banks', { tables: [BankNameEntity], reset: () => this.banks.replaceNames(new Map()) });
  }
}
