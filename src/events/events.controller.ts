import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Compressed } from '../common/compression.js';
import { Access, CurrentAccess, Allow, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { Found, ResourceExists } from '../common/resource-exists.guard.js';
import { CreateEventDto, CreateSuggestedDto, EventHistoryQueryDto, UpdateEventDto } from './event.dto.js';
import type { StoredEvent } from './event.store.js';
import { EventView, EventCodeView, SuggestedEventView, suggestedEventView } from './event.view.js';
import { EventsService } from './events.service.js';
import { ExplanationView } from './event-explanation.view.js';
import { EventExplanationsService } from './event-explanations.service.js';
import { EventHistoryService } from './occurrences/event-history.service.js';
import { SuggestionsService } from './suggestions.service.js';
import { EventOccurrencePageView } from './event-occurrence.view.js';

@ApiTags('events')
@Controller('api/events')
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly history: EventHistoryService,
    private readonly explanations: EventExplanationsService,
    private readonly suggestions: SuggestionsService,
  ) {}

  /** All events. */
  @Get()
  @Allow('viewEventActions')
  @Compressed()
  @ApiOkResponse({ type: EventView, isArray: true })
  list(@CurrentAccess() access: Access): EventView[] {
    return this.events.list(access);
  }

  /** Events that suit this model and what is plugged into it, of objects that the caller may read. */
  @Get('suggestions')
  @Allow('viewEventActions')
  @Compressed()
  @ApiOkResponse({ type: SuggestedEventView, isArray: true })
  suggested(@CurrentAccess() access: Access): SuggestedEventView[] {
    return this.suggestions.list(access).map(suggestedEventView);
  }

  /** Creates the chosen ones of the suggested events, all or none. */
  @Post('suggestions')
  @HttpCode(200)
  @Allow('modifyEventActions')
  @ApiOkResponse({ type: EventView, isArray: true })
  createSuggested(
    @Body() { ids, names }: CreateSuggestedDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<EventView[]> {
    return this.suggestions.create(ids, names, caller);
  }

  /** One event. */
  @Get(':eventId')
  @Allow('viewEventActions')
  @UseGuards(ResourceExists(EventsService))
  @ApiOkResponse({ type: EventView })
  read(@Found('eventId') event: StoredEvent, @CurrentAccess() access: Access): EventView {
    return this.events.view(event, access);
  }

  /**
   * Each occurrence of an event with what was measured and what became of its actions, newest first; those only that are
   * about objects which the caller may read.
   */
  @Get(':eventId/history')
  @Allow('viewEventActions')
  @Compressed()
  @UseGuards(ResourceExists(EventsService))
  @ApiOkResponse({ type: EventOccurrencePageView })
  firings(
    @Found('eventId') event: StoredEvent,
    @Query() query: EventHistoryQueryDto,
    @CurrentAccess() access: Access,
  ): Promise<EventOccurrencePageView> {
    return this.history.page(event, query, access);
  }

  /** Explains the state of an event: its present value, its limit, the distance between them, and what it waits for. */
  @Get(':eventId/explain')
  @Allow('viewEventActions')
  @UseGuards(ResourceExists(EventsService))
  @ApiOkResponse({ type: ExplanationView })
  explain(@Found('eventId') event: StoredEvent, @CurrentAccess() access: Access): ExplanationView {
    return this.explanations.of(event, access);
  }

  /** Creates an event; the caller must be allowed what its actions do, and to read all that it watches. */
  @Post()
  @HttpCode(200)
  @Allow('modifyEventActions')
  @ApiOkResponse({ type: EventView })
  create(@Body() event: CreateEventDto, @CurrentCaller() caller: CallerWithAddress): Promise<EventView> {
    return this.events.create(event, caller);
  }

  /** Takes an event as a whole, like the creation. */
  @Post(':eventId')
  @HttpCode(200)
  @Allow('modifyEventActions')
  @UseGuards(ResourceExists(EventsService))
  @ApiOkResponse({ type: EventView })
  replace(
    @Param('eventId') id: string,
    @Body() event: CreateEventDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<EventView> {
    return this.events.replace(id, event, caller);
  }

  /** Changes the members sent. */
  @Put(':eventId')
  @Allow('modifyEventActions')
  @UseGuards(ResourceExists(EventsService))
  @ApiOkResponse({ type: EventView })
  update(
    @Param('eventId') id: string,
    @Body() change: UpdateEventDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<EventView> {
    return this.events.update(id, change, caller);
  }

  /** Deletes an event; its actions stay. */
  @Delete(':eventId')
  @Allow('modifyEventActions')
  @UseGuards(ResourceExists(EventsService))
  remove(@Param('eventId') id: string, @CurrentCaller() caller: CallerWithAddress): Promise<Record<string, never>> {
    return this.events.remove(id, caller);
  }
}

@ApiTags('events')
@Controller('api/event-codes')
export class EventCodesController {
  constructor(private readonly events: EventsService) {}

  /** Every event code with its parameters, and which of them this model can raise. */
  @Get()
  @Allow('viewEventActions')
  @Compressed()
  @ApiOkResponse({ type: EventCodeView, isArray: true })
  list(): Promise<EventCodeView[]> {
    return this.events.codes();
  }
}
