import { Module } from '@nestjs/common';
import { DeviceController } from './device.controller.js';

@Module({ controllers: [DeviceController] })
export class DeviceModule {}
