import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { EnergyModule } from '../energy/energy.module.js';
import { EventsModule } from '../events/events.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { HistoryModule } from '../history/history.module.js';
import { InletsModule } from '../inlets/inlets.module.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { RelayOutputsModule } from '../relay-outputs/relay-outputs.module.js';
import { ModbusReadings } from './modbus-readings.service.js';
import { ModbusUnit } from './modbus-unit.js';
import { ModbusWrites } from './modbus-writes.service.js';

export { ModbusUnit };

/** The part of the Modbus server that is loaded when it is switched on for the first time. */
@Module({
  imports: [
    AuditModule,
    BanksModule,
    EnergyModule,
    EventsModule,
    GroupsModule,
    HistoryModule,
    InletsModule,
    OutletsModule,
    RelayOutputsModule,
  ],
  providers: [ModbusReadings, ModbusUnit, ModbusWrites],
})
export class ModbusUnitModule {}
