import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, CurrentAccess, SignedIn } from '../../common/access.js';
import { Clock } from '../../common/clock.js';
import { mayKnowAddresses, mayManage, sitesSeenBy } from '../access.js';
import { HubLink } from '../link/hub-link.js';
import { PdusService } from '../pdus/pdus.service.js';
import { FleetBrokerView, brokerView } from './broker.view.js';

@ApiTags('fleet')
@Controller('api/fleet/broker')
export class BrokerController {
  constructor(
    private readonly link: HubLink,
    private readonly clock: Clock,
    private readonly pdus: PdusService,
  ) {}

  /** The broker between the hub and its PDUs: while it cannot be reached, nothing is known of them. */
  @Get()
  @SignedIn()
  @ApiOkResponse({ type: FleetBrokerView })
  read(@CurrentAccess() access: Access): FleetBrokerView {
    const seen = sitesSeenBy(access, this.pdus.all);
    return brokerView(this.link.broker, (uptime) => this.clock.now() - (this.clock.uptime() - uptime), {
      knowsAddress: mayKnowAddresses({ access }),
      isSeen: (site) => mayManage({ access }) || seen.has(site),
    });
  }
}
