import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PowerCyclesModule } from '../power-cycles/power-cycles.module.js';
import { SensorLabel } from './sensor-label.entity.js';
import { SensorLabels } from './sensor-labels.service.js';
import { SensorsConfiguration } from './sensors.configuration.js';
import { SensorsController } from './sensors.controller.js';
import { SensorsService } from './sensors.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([SensorLabel]), PowerCyclesModule],
  controllers: [SensorsController],
  providers: [SensorsConfiguration, SensorLabels, SensorsService],
  exports: [SensorsService],
})
export class SensorsModule {}
