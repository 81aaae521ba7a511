import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../common/access.js';
import { Compressed } from '../../common/compression.js';
import { Found, ResourceExists } from '../../common/resource-exists.guard.js';
import type { Pdu } from '../pdus/pdu.entity.js';
import { VisiblePdus } from '../pdus/pdu-finders.js';
import { MinutesQueryDto } from './minutes.dto.js';
import { MinutesService } from './minutes.service.js';
import { PduMinutesView } from './minutes.view.js';

@ApiTags('fleet')
@Controller('api/fleet/pdus')
export class PduMinutesController {
  constructor(private readonly minutes: MinutesService) {}

  /** The power of a PDU by the minute, over at most 7 days of the last 35. */
  @Get(':pduId/minutes')
  @SignedIn()
  @UseGuards(ResourceExists(VisiblePdus))
  @Compressed()
  @ApiOkResponse({ type: PduMinutesView })
  read(@Found('pduId') pdu: Pdu, @Query() query: MinutesQueryDto): Promise<PduMinutesView> {
    return this.minutes.read(pdu, query);
  }
}
