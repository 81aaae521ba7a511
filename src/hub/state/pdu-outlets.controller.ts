import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../common/access.js';
import { Found, ResourceExists } from '../../common/resource-exists.guard.js';
import { HubLink } from '../link/hub-link.js';
import type { Pdu } from '../pdus/pdu.entity.js';
import { VisiblePdus } from '../pdus/pdu-finders.js';
import { FleetPresence } from '../presence/fleet-presence.js';
import { LiveReadings } from './live-readings.js';
import { FleetOutletsView, outletsView } from './pdu-outlets.view.js';
import { PduStates } from './pdu-states.js';

@ApiTags('fleet')
@Controller('api/fleet/pdus')
export class PduOutletsController {
  constructor(
    private readonly link: HubLink,
    private readonly states: PduStates,
    private readonly live: LiveReadings,
    private readonly presence: FleetPresence,
  ) {}

  /**
   * The inlets, banks, outlets and sensors of a PDU with the newest readings. Whoever asks gets the means of the newest minute at first, and
   * readings of each second from then on, as long as another request follows within 15 s.
   */
  @Get(':pduId/outlets')
  @SignedIn()
  @UseGuards(ResourceExists(VisiblePdus))
  @ApiOkResponse({ type: FleetOutletsView })
  list(@Found('pduId') pdu: Pdu): FleetOutletsView {
    this.live.want(pdu);
    return outletsView(this.states.of(pdu.id), this.presence.isOnline(pdu), this.link.now);
  }
}
