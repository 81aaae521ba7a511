import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Allow } from '../common/access.js';
import { Errors } from '../common/documented-errors.js';
import { SubscriptionStore } from './events/subscription.store.js';
import { RedfishGate } from './redfish.gate.js';
import { RedfishTestView, RedfishView, subscriberView, testView } from './redfish.view.js';

@ApiTags('redfish')
@Controller('api/redfish')
export class RedfishController {
  constructor(
    private readonly gate: RedfishGate,
    private readonly subscriptions: SubscriptionStore,
  ) {}

  /** The subscribers and streams of Redfish, and what has been sent to them. */
  @Get()
  @Allow('viewNetworkSettings')
  @ApiOkResponse({ type: RedfishView })
  read(): RedfishView {
    const { events } = this.gate;
    const { sent = 0, failedAttempts = 0, dropped = 0 } = events?.counters ?? {};
    return {
      subscribers: this.subscriptions.all().map((each) => subscriberView(each, events?.push.waiting(each.id) ?? 0)),
      streams: events?.streams.all.length ?? 0,
      sent,
      failedAttempts,
      dropped,
    };
  }

  /** Sends a test event once to each subscriber that is not suspended, and answers what became of it; 422 while Redfish is off. */
  @Post('test')
  @HttpCode(200)
  @Allow('modifyNetworkSettings')
  @Errors('REDFISH_OFF')
  @ApiOkResponse({ type: RedfishTestView })
  async test(): Promise<RedfishTestView> {
    return testView(await this.gate.testEvents());
  }
}
