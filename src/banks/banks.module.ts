import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BankName } from './bank-name.entity.js';
import { BanksController } from './banks.controller.js';
import { BanksService } from './banks.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([BankName])],
  controllers: [BanksController],
  providers: [BanksService],
  exports: [BanksService],
})
export class BanksModule {}
