import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActionsModule } from '../actions/actions.module.js';
import { EnergyModule } from '../energy/energy.module.js';
import { EventCodesController } from './event-codes.controller.js';
import { EventFiring } from './event-firing.entity.js';
import { EventMark } from './event-mark.entity.js';
import { EventPowerOn } from './event-power-on.entity.js';
import { EventRecord } from './event.entity.js';
import { EventStore } from './event.store.js';
import { EventsConfiguration } from './events.configuration.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { Explanations } from './explanations.service.js';
import { EventHistory } from './history.service.js';
import { PowerOns } from './power-ons.service.js';
import { AutoPing } from './probes/auto-ping.service.js';
import { PingCommand, PingProbe } from './probes/ping.probe.js';
import { RuleJournal } from './rule-journal.service.js';
import { RulesService } from './rules.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([EventRecord, EventMark, EventFiring, EventPowerOn]), ActionsModule, EnergyModule],
  controllers: [EventCodesController, EventsController],
  providers: [
    EventStore,
    PowerOns,
    { provide: PingProbe, useClass: PingCommand },
    AutoPing,
    RuleJournal,
    RulesService,
    EventsService,
    EventHistory,
    Explanations,
    EventsConfiguration,
  ],
  exports: [AutoPing, EventsService, RulesService],
})
export class EventsModule {}
