import { Module } from '@nestjs/common';
import { RolesModule } from '../roles/roles.module.js';
import { ModbusServerService } from './modbus-server.service.js';

@Module({ imports: [RolesModule], providers: [ModbusServerService] })
export class ModbusModule {}
