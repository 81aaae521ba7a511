import { Body, Controller, Delete, Get, Put, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  Allow,
  CurrentAccess,
  CurrentCaller,
  SignedIn,
  type Access,
  type CallerWithAddress,
} from '../../common/access.js';
import { Compressed } from '../../common/compression.js';
import { Found, ResourceExists } from '../../common/resource-exists.guard.js';
import { AcknowledgeDto } from './alarm.dto.js';
import { AlarmListView, AlarmView } from './alarm.view.js';
import { AlarmsService, type Alarm } from './alarms.service.js';

@ApiTags('events')
@Controller('api/alarms')
export class AlarmsController {
  constructor(private readonly alarms: AlarmsService) {}

  /**
   * The active alarms, those that nobody has acknowledged first. Only of objects that the caller may read; those of events
   * need `viewEventActions` besides.
   */
  @Get()
  @SignedIn()
  @Compressed()
  @ApiOkResponse({ type: AlarmListView })
  list(@CurrentAccess() access: Access, @CurrentCaller() caller: CallerWithAddress): AlarmListView {
    return this.alarms.list(access, caller.username);
  }

  /**
   * Acknowledges an alarm, or replaces its acknowledgement. It ends with the alarm: when the event triggers again, or the
   * breaker trips again, that is another alarm. No action and no relay depends on it.
   */
  @Put(':alarmId/acknowledgement')
  @Allow('modifyEventActions')
  @UseGuards(ResourceExists(AlarmsService))
  @ApiOkResponse({ type: AlarmView })
  acknowledge(
    @Found('alarmId') alarm: Alarm,
    @Body() { note }: AcknowledgeDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<AlarmView> {
    return this.alarms.acknowledge(alarm.id, note, caller);
  }

  /** Takes the acknowledgement of an alarm back, whoever gave it; does nothing where there is none. */
  @Delete(':alarmId/acknowledgement')
  @Allow('modifyEventActions')
  @UseGuards(ResourceExists(AlarmsService))
  @ApiOkResponse({ type: AlarmView })
  takeBack(@Found('alarmId') alarm: Alarm, @CurrentCaller() caller: CallerWithAddress): Promise<AlarmView> {
    return this.alarms.takeBack(alarm.id, caller);
  }
}
