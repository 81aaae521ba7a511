import { Module } from '@nestjs/common';
import { StreamModule } from '../../stream/stream.module.js';
import { CommandsModule } from '../commands/commands.module.js';
import { StateModule } from '../state/state.module.js';
import { FleetStreamSource } from './fleet-stream-source.js';

/** The live stream of a hub. */
@Module({ imports: [StreamModule.of(FleetStreamSource, [StateModule, CommandsModule])] })
export class FleetStreamModule {}
