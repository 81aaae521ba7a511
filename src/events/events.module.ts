import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActionsModule } from '../actions/actions.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { EnergyModule } from '../energy/energy.module.js';
import { InletsModule } from '../inlets/inlets.module.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { SwitchingModule } from '../switching/switching.module.js';
import { SensorsModule } from '../sensors/sensors.module.js';
import { EventCodesController, EventsController } from './events.controller.js';
import { AcknowledgementStore } from './alarms/acknowledgement.store.js';
import { AlarmsController } from './alarms/alarms.controller.js';
import { AlarmsService } from './alarms/alarms.service.js';
import { ConditionAlarmsService } from './alarms/condition-alarms.service.js';
import {
  AlarmAcknowledgementEntity,
  AlarmConditionEntity,
  EventOccurrenceEntity,
  EventEntity,
  EventPowerOnEntity,
  EventRuleStateEntity,
} from './event.entity.js';
import { EvaluationContexts } from './evaluation-contexts.js';
import { EventObjectNames } from './event-object-names.js';
import { EventStore } from './event.store.js';
import { EventsConfiguration } from './events.configuration.js';
import { EventsService } from './events.service.js';
import { EventExplanationsService } from './event-explanations.service.js';
import { EventHistoryService } from './occurrences/event-history.service.js';
import { PowerOnDetector } from './probes/power-on-detector.js';
import { ProbesModule } from '../probes/probes.module.js';
import { RuleJournalService } from './occurrences/rule-journal.service.js';
import { RulesService } from './rules.service.js';
import { SuggestionsService } from './suggestions.service.js';
import { EVENT_METRICS } from './event.metrics.js';
import { Diagnostics } from '../common/diagnostics.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      EventEntity,
      EventRuleStateEntity,
      EventOccurrenceEntity,
      AlarmAcknowledgementEntity,
      AlarmConditionEntity,
      EventPowerOnEntity,
    ]),
    ActionsModule,
    EnergyModule,
    ProbesModule,
    InletsModule,
    BanksModule,
    SensorsModule,
    OutletsModule,
    SwitchingModule,
  ],
  controllers: [EventCodesController, EventsController, AlarmsController],
  providers: [
    EventStore,
    PowerOnDetector,
    RuleJournalService,
    EventObjectNames,
    EvaluationContexts,
    RulesService,
    EventsService,
    AcknowledgementStore,
    ConditionAlarmsService,
    AlarmsService,
    EventHistoryService,
    EventExplanationsService,
    SuggestionsService,
    EVENT_METRICS,
    EventsConfiguration,
  ],
  exports: [
    ProbesModule,
    EventsService,
    AlarmsService,
    ConditionAlarmsService,
    RulesService,
    EventStore,
    RuleJournalService,
    EventObjectNames,
  ],
})
export class EventsModule {
  constructor(diagnostics: Diagnostics, events: EventsService) {
    diagnostics.add('events', () => events.list());
  }
}
