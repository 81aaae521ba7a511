import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RuntimeConfig } from '../config/runtime-config.js';
import { EnergyModule } from '../energy/energy.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { PowerCyclesModule } from '../power-cycles/power-cycles.module.js';
import { RelayOutputsModule } from '../relay-outputs/relay-outputs.module.js';
import { SensorsModule } from '../sensors/sensors.module.js';
import { ActionCodesController } from './action-codes.controller.js';
import { ActionExecutor } from './action-executor.service.js';
import { ActionPerformer } from './action-performer.service.js';
import { ActionRecovery } from './action-recovery.service.js';
import { ActionRun } from './action-run.entity.js';
import { ActionRuns } from './action-runs.service.js';
import { ActionTools, Channels } from './action-tools.js';
import { ActionTrialLog } from './action-trial-log.service.js';
import { ActionTrial } from './action-trial.service.js';
import { Action } from './action.entity.js';
import { ActionStore } from './action.store.js';
import { ActionsConfiguration } from './actions.configuration.js';
import { ActionsController } from './actions.controller.js';
import { ActionsService } from './actions.service.js';
import { AutomationLimits } from './automation-limits.service.js';
import { AutomaticMoves } from './automatic-moves.service.js';
import { ChannelsModule } from './channels/channels.module.js';
import { DueTimes } from './due-times.js';
import { DryRun } from './dry-run.service.js';
import { FiringGuard } from './firing-guard.service.js';
import { HostNetwork, hostNetworkOf } from './host-network.js';
import { HostSettings } from './host-settings.service.js';
import { RelayEvidence } from './relay-evidence.service.js';
import { RelayPauses } from './relay-pauses.service.js';
import { SwitchTargets } from './switch-targets.service.js';
import { Switching } from './switching.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Action, ActionRun]),
    PowerCyclesModule,
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
    SwitchTargets,
    RelayEvidence,
    Switching,
    Channels,
    { provide: HostNetwork, useFactory: hostNetworkOf, inject: [RuntimeConfig] },
    HostSettings,
    ActionTools,
    AutomaticMoves,
    RelayPauses,
    DueTimes,
    ActionPerformer,
    DryRun,
    ActionTrialLog,
    ActionTrial,
    ActionsService,
    AutomationLimits,
    FiringGuard,
    ActionRuns,
    ActionExecutor,
    ActionRecovery,
    ActionsConfiguration,
  ],
  exports: [ActionsService, ActionExecutor, ActionRuns, AutomaticMoves, AutomationLimits],
})
export class ActionsModule {}
