import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SwitchingModule } from '../switching/switching.module.js';
import { SensorLabelEntity } from './sensor-label.entity.js';
import { SensorLabelStore } from './sensor-label.store.js';
import { SensorsConfiguration } from './sensors.configuration.js';
import { SensorsController } from './sensors.controller.js';
import { SensorsService } from './sensors.service.js';
import { SENSOR_METRICS } from './sensor.metrics.js';

@Module({
  imports: [TypeOrmModule.forFeature([SensorLabelEntity]), SwitchingModule],
  controllers: [SensorsController],
  providers: [SensorsConfiguration, SensorLabelStore, SENSOR_METRICS, SensorsService],
  exports: [SensorsService],
})
export class SensorsModule {}
