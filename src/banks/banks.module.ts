import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConfigSections } from '../common/configuration/config-sections.js';
import { FactoryResets } from '../common/factory-resets.js';
import { EnergyModule } from '../energy/energy.module.js';
import { BankEntryDto } from './bank.dto.js';
import { BankNameEntity } from './bank-name.entity.js';
import { BanksController } from './banks.controller.js';
import { BanksService } from './banks.service.js';
import { BANK_METRICS } from './bank.metrics.js';

@Module({
  imports: [TypeOrmModule.forFeature([BankNameEntity]), EnergyModule],
  controllers: [BanksController],
  providers: [BanksService, BANK_METRICS],
  exports: [BanksService],
})
export class BanksModule {
  constructor(banks: BanksService, sections: ConfigSections, resets: FactoryResets) {
    banks.register(sections, resets, BankEntryDto);
  }
}
