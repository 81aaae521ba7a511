import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../common/access.js';
import { Clock } from '../../common/clock.js';
import { HubLink } from '../link/hub-link.js';
import { FleetBrokerView, brokerView } from './broker.view.js';

@ApiTags('fleet')
@Controller('api/fleet/broker')
export class BrokerController {
  constructor(
    private readonly link: HubLink,
    private readonly clock: Clock,
  ) {}

  /** The broker between the hub and its PDUs: while it cannot be reached, nothing is known of them. */
  @Get()
  @SignedIn()
  @ApiOkResponse({ type: FleetBrokerView })
  read(): FleetBrokerView {
    return brokerView(this.link.broker, (uptime) => this.clock.now() - (this.clock.uptime() - uptime));
  }
}
