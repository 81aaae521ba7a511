import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, CurrentAccess, SignedIn } from '../../common/access.js';
import { Compressed } from '../../common/compression.js';
import { FleetPresence } from './fleet-presence.js';
import { LostSitesView, lostSitesView } from './lost-sites.view.js';

@ApiTags('fleet')
@Controller('api/fleet/lost-sites')
export class LostSitesController {
  constructor(private readonly presence: FleetPresence) {}

  /**
   * The sites that cannot be reached, as far as the caller may see PDUs of them. `online` of these PDUs is null, and not
   * false, while a site is in this list and for two minutes after that.
   */
  @Get()
  @SignedIn()
  @Compressed()
  @ApiOkResponse({ type: LostSitesView })
  list(@CurrentAccess() access: Access): LostSitesView {
    return lostSitesView(this.presence.lostSitesFor(access));
  }
}
