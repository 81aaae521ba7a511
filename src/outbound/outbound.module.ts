import { Module } from '@nestjs/common';
import { OutboundTargets } from './outbound-targets.service.js';

@Module({ providers: [OutboundTargets], exports: [OutboundTargets] })
export class OutboundModule {}
