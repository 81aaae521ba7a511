import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Allow, CurrentCaller, type CallerWithAddress } from '../../common/access.js';
import { ResourceExists } from '../../common/resource-exists.guard.js';
import { CreateEnrolmentDto, EnrolmentsQueryDto } from './enrolment.dto.js';
import { EnrolmentPageView, NewEnrolmentView } from './enrolment.view.js';
import { EnrolmentsService } from './enrolments.service.js';

@ApiTags('fleet')
@Controller('api/fleet/enrolments')
export class EnrolmentsController {
  constructor(private readonly enrolments: EnrolmentsService) {}

  /** The tokens with which PDUs enrol, oldest first. Their secrets are not shown. */
  @Get()
  @Allow('modifyNetworkSettings')
  @ApiOkResponse({ type: EnrolmentPageView })
  list(@Query() query: EnrolmentsQueryDto): EnrolmentPageView {
    return this.enrolments.list(query);
  }

  /** Makes a token, which is shown this once. */
  @Post()
  @HttpCode(200)
  @Allow('modifyNetworkSettings')
  @ApiOkResponse({ type: NewEnrolmentView })
  create(@Body() wanted: CreateEnrolmentDto, @CurrentCaller() caller: CallerWithAddress): Promise<NewEnrolmentView> {
    return this.enrolments.create(wanted, caller);
  }

  /** Deletes a token: no other PDU can enrol with it. Those that have stay, pending ones too. */
  @Delete(':enrolmentId')
  @Allow('modifyNetworkSettings')
  @UseGuards(ResourceExists(EnrolmentsService))
  remove(@Param('enrolmentId') id: string, @CurrentCaller() caller: CallerWithAddress): Promise<Record<string, never>> {
    return this.enrolments.remove(id, caller);
  }
}
