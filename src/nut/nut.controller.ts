import { Controller, Delete, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdministratorOnly, Allow, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { ForcedShutdown } from './forced-shutdown.js';
import { ForcedShutdownView } from './nut.view.js';

@ApiTags('nut')
@Controller('api/nut/fsd')
export class NutController {
  constructor(private readonly fsd: ForcedShutdown) {}

  /** Shows if an upsmon has set FSD, which makes every upsmon of this PDU shut its host down. */
  @Get()
  @Allow('viewNetworkSettings')
  @ApiOkResponse({ type: ForcedShutdownView })
  read(): ForcedShutdownView {
    return { isSet: this.fsd.isSet };
  }

  /** Clears FSD. Hosts that are shutting down already are not stopped by it. */
  @Delete()
  @AdministratorOnly()
  @ApiOkResponse({ type: ForcedShutdownView })
  async clear(@CurrentCaller() caller: CallerWithAddress): Promise<ForcedShutdownView> {
    await this.fsd.clear(caller);
    return { isSet: this.fsd.isSet };
  }
}
