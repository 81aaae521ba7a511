import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, Allow, CurrentAccess } from '../common/access.js';
import { LOG_FLAGS } from '../audit/entry-rights.js';
import { Compressed } from '../common/compression.js';
import { TimelineQueryDto } from './timeline.dto.js';
import { TimelineService } from './timeline.service.js';
import { TimelineView } from './timeline.view.js';

@ApiTags('timeline')
@Controller('api/timeline')
export class TimelineController {
  constructor(private readonly timeline: TimelineService) {}

  /**
   * The timeline of one object or of everything, newest first: switching and what caused it, power cycles and
   * sequences, events and what became of their actions, tripped breakers, lost mains, sensors, sign-ins, settings,
   * firmware and restarts. Each entry is a sentence with the names of that time and the entry that led to it. Who may
   * read the log may read this; entries of objects that the caller may not read are left out. That of an outlet has what
   * changed its supply too.
   */
  @Get()
  @Allow(...LOG_FLAGS)
  @Compressed()
  @ApiOkResponse({ type: TimelineView })
  page(@Query() query: TimelineQueryDto, @CurrentAccess() access: Access): Promise<TimelineView> {
    return this.timeline.page(query, access);
  }
}
