import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Allow, CurrentCaller, SignedIn, type CallerWithAddress } from '../../common/access.js';
import { Compressed } from '../../common/compression.js';
import { Errors } from '../../common/documented-errors.js';
import { Found, ResourceExists } from '../../common/resource-exists.guard.js';
import { VisiblePdus } from './pdu-finders.js';
import { PduAdminService } from './pdu-admin.service.js';
import { PdusQueryDto, UpdatePduDto } from './pdu.dto.js';
import type { Pdu } from './pdu.entity.js';
import { PduPageView, PduView } from './pdu.view.js';
import { PdusService } from './pdus.service.js';

@ApiTags('fleet')
@Controller('api/fleet/pdus')
export class PdusController {
  constructor(private readonly pdus: PduAdminService) {}

  /** The PDUs that the caller may see, in the order of enrolment; who may change network settings sees all of them. */
  @Get()
  @SignedIn()
  @Compressed()
  @ApiOkResponse({ type: PduPageView })
  list(@Query() query: PdusQueryDto, @CurrentCaller() caller: CallerWithAddress): PduPageView {
    return this.pdus.list(query, caller);
  }

  /** One PDU. */
  @Get(':pduId')
  @SignedIn()
  @UseGuards(ResourceExists(VisiblePdus))
  @ApiOkResponse({ type: PduView })
  read(@Found('pduId') pdu: Pdu): PduView {
    return this.pdus.read(pdu);
  }

  /** Changes the name of a PDU in the hub. */
  @Patch(':pduId')
  @Allow('modifyNetworkSettings')
  @UseGuards(ResourceExists(PdusService))
  @ApiOkResponse({ type: PduView })
  rename(
    @Param('pduId') id: string,
    @Body() { name }: UpdatePduDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<PduView> {
    return this.pdus.rename(id, name, caller);
  }

  /** Accepts a pending PDU: it gets its certificate when it asks the next time, within a few minutes. */
  @Post(':pduId/accept')
  @HttpCode(200)
  @Allow('modifyNetworkSettings')
  @UseGuards(ResourceExists(PdusService))
  @Errors('PDU_REVOKED')
  @ApiOkResponse({ type: PduView })
  accept(@Param('pduId') id: string, @CurrentCaller() caller: CallerWithAddress): Promise<PduView> {
    return this.pdus.accept(id, caller);
  }

  /** Revokes a PDU: its connection ends at once, and its certificate and key are never accepted again. */
  @Post(':pduId/revoke')
  @HttpCode(200)
  @Allow('modifyNetworkSettings')
  @UseGuards(ResourceExists(PdusService))
  @ApiOkResponse({ type: PduView })
  revoke(@Param('pduId') id: string, @CurrentCaller() caller: CallerWithAddress): Promise<PduView> {
    return this.pdus.revoke(id, caller);
  }

  /** Deletes a revoked PDU with its readings, events and commands; the audit log keeps what was done. */
  @Delete(':pduId')
  @Allow('modifyNetworkSettings')
  @UseGuards(ResourceExists(PdusService))
  @Errors('PDU_NOT_REVOKED', 'PDU_COMMANDS_OPEN')
  remove(@Param('pduId') id: string, @CurrentCaller() caller: CallerWithAddress): Promise<Record<string, never>> {
    return this.pdus.delete(id, caller);
  }
}
