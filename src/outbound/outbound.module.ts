import { Module } from '@nestjs/common';
import { OutboundPolicyService } from './outbound-policy.service.js';

@Module({ providers: [OutboundPolicyService], exports: [OutboundPolicyService] })
export class OutboundModule {}
