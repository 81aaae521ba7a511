import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, CurrentAccess, SignedIn } from '../../common/access.js';
import { EventsQueryDto } from './events.dto.js';
import { FleetEventsService } from './events.service.js';
import { FleetEventsView } from './events.view.js';

@ApiTags('fleet')
@Controller('api/fleet/events')
export class FleetEventsController {
  constructor(private readonly events: FleetEventsService) {}

  /** The events of those PDUs that the caller may see, the newest first. */
  @Get()
  @SignedIn()
  @ApiOkResponse({ type: FleetEventsView })
  page(@Query() query: EventsQueryDto, @CurrentAccess() access: Access): Promise<FleetEventsView> {
    return this.events.page(query, access);
  }
}
