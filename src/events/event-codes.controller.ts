import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Allow } from '../common/access.js';
import { EventCodeView } from './event.view.js';
import { EventsService } from './events.service.js';

@ApiTags('events')
@Controller('api/event-codes')
export class EventCodesController {
  constructor(private readonly events: EventsService) {}

  /** Every event code with its parameters, and which of them this model can raise. */
  @Get()
  @Allow('viewEventActions')
  @ApiOkResponse({ type: EventCodeView, isArray: true })
  list(): Promise<EventCodeView[]> {
    return this.events.codes();
  }
}
