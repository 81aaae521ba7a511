import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RuntimeConfig } from '../config/runtime-config.js';
import { EnergyModule } from '../energy/energy.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { SwitchingModule } from '../switching/switching.module.js';
import { RelayOutputsModule } from '../relay-outputs/relay-outputs.module.js';
import { SensorsModule } from '../sensors/sensors.module.js';
import { ActionCodesController, ActionsController } from './actions.controller.js';
import { ActionDispatcherService } from './execution/action-dispatcher.service.js';
import { ActionRunner } from './execution/action-runner.js';
import { ActionRecoveryService } from './execution/action-recovery.service.js';
import { ActionRunEntity, ActionEntity } from './action.entity.js';
import { ActionRunRepository } from './execution/action-run.repository.js';
import { ActionTools, Channels } from './execution/action-tools.js';
import { TestRunService } from './test-run/test-run.service.js';
import { ActionStore } from './action.store.js';
import { ActionsConfiguration } from './actions.configuration.js';
import { ActionsService } from './actions.service.js';
import { AutomationLimitsService } from './limits/automation-limits.service.js';
import { AutomaticSwitchLog } from './limits/automatic-switch-log.js';
import { ChannelsModule } from './channels/channels.module.js';
import { TickTimer } from './execution/tick-timer.js';
import { DryRunService } from './test-run/dry-run.service.js';
import { PreparedActions } from './execution/prepared-actions.js';
import { RunPlannerService } from './execution/run-planner.service.js';
import { HostNetwork, hostNetworkOf } from '../host/host-network.js';
import { HostPendingEntity } from '../host/host-pending.entity.js';
import { HostSettingsService } from '../host/host-settings.service.js';
import { InterruptedSwitchDetector } from './execution/interrupted-switch-detector.js';
import { RelayRateLimiter } from './limits/relay-rate-limiter.js';
import { RunBudget } from './limits/run-budget.js';
import { SwitchTargetsService } from './catalogue/switch-targets.service.js';
import { ActionSwitchingService } from './execution/action-switching.service.js';
import { ACTION_METRICS } from './action.metrics.js';
import { Diagnostics } from '../common/diagnostics.js';
import { FactoryResets } from '../common/factory-resets.js';
import { shareableAction } from './action.view.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([ActionEntity, ActionRunEntity, HostPendingEntity]),
    SwitchingModule,
    EnergyModule,
    SensorsModule,
    OutletsModule,
    RelayOutputsModule,
    GroupsModule,
    ChannelsModule,
  ],
  controllers: [ActionCodesController, ActionsController],
  providers: [
    ActionStore,
    SwitchTargetsService,
    InterruptedSwitchDetector,
    ActionSwitchingService,
    Channels,
    { provide: HostNetwork, useFactory: hostNetworkOf, inject: [RuntimeConfig] },
    HostSettingsService,
    ActionTools,
    AutomaticSwitchLog,
    RelayRateLimiter,
    TickTimer,
    PreparedActions,
    ActionRunner,
    DryRunService,
    TestRunService,
    ActionsService,
    RunBudget,
    AutomationLimitsService,
    RunPlannerService,
    ActionRunRepository,
    ActionDispatcherService,
    ActionRecoveryService,
    ACTION_METRICS,
    ActionsConfiguration,
  ],
  exports: [
    ActionsService,
    ActionDispatcherService,
    ActionRunRepository,
    AutomaticSwitchLog,
    AutomationLimitsService,
    RunBudget,
  ],
})
export class ActionsModule {
  constructor(diagnostics: Diagnostics, resets: FactoryResets, actions: ActionsService) {
    resets.keep('The host system is still to get the settings, with what the reset makes of them.', HostPendingEntity);
    diagnostics.add('actions', () => actions.list().map(shareableAction));
  }
}
