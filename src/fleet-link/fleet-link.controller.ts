import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Allow } from '../common/access.js';
import { FleetLinkService } from './fleet-link.service.js';
import { FleetLinkView, fleetLinkView } from './fleet-link.view.js';

@ApiTags('fleet')
@Controller('api/fleet/link')
export class FleetLinkController {
  constructor(private readonly link: FleetLinkService) {}

  /** The link to the hub of the fleet. */
  @Get()
  @Allow('viewNetworkSettings')
  @ApiOkResponse({ type: FleetLinkView })
  read(): FleetLinkView {
    return fleetLinkView(this.link.status, this.link.hub);
  }
}
