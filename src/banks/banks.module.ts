import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EnergyModule } from '../energy/energy.module.js';
import { BankNameEntity } from './bank-name.entity.js';
import { BanksConfiguration } from './banks.configuration.js';
import { BanksController } from './banks.controller.js';
import { BanksService } from './banks.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([BankNameEntity]), EnergyModule],
  controllers: [BanksController],
  providers: [BanksService, BanksConfiguration],
  exports: [BanksService],
})
export class BanksModule {}
