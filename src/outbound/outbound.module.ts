import { Module } from '@nestjs/common';
import { OutboundPolicyService } from './outbound-policy.service.js';
import { OutboundService } from './outbound.service.js';

const PROVIDERS = [OutboundPolicyService, OutboundService];

@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class OutboundModule {}
