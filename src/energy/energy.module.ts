import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EnergyCountersService } from './energy-counters.service.js';
import { EnergyResetEntity } from './energy-reset.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([EnergyResetEntity])],
  providers: [EnergyCountersService],
  exports: [EnergyCountersService],
})
export class EnergyModule {}
