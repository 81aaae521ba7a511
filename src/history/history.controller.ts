import { Body, Controller, Get, HttpCode, Post, Query, Res, UseGuards } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { Compressed } from '../common/compression.js';
import { Access, CurrentAccess, CurrentCaller, SignedIn, type CallerWithAddress } from '../common/access.js';
import { CSV_TYPE, csvContent } from '../common/csv.js';
import { Errors } from '../common/documented-errors.js';
import { ResourceExists } from '../common/resource-exists.guard.js';
import { HistoryService } from './history.service.js';
import { RecentHistoryService } from './recent-history.service.js';
import {
  ExtremesResetView,
  HistoryObjectsView,
  HistoryView,
  ObjectExtremesView,
  RecentHistoryView,
} from './history.view.js';
import { HistoryQueryDto, RecentHistoryQueryDto, ResetObjectsDto } from './history.dto.js';

@ApiTags('history')
@ApiExtraModels(HistoryView)
@Controller('api/history')
export class HistoryController {
  constructor(
    private readonly history: HistoryService,
    private readonly recents: RecentHistoryService,
  ) {}

  /**
   * The history of one object in a time range, in steps with mean, lowest and highest reading: seconds of the last
   * hour, minutes of 30 days, quarters of an hour of a year. The caller must be allowed to view the object. A step
   * without readings is left out.
   */
  @Get()
  @SignedIn()
  @Compressed()
  @UseGuards(ResourceExists(HistoryService, 'object'))
  @Errors('HISTORY_OBJECT_UNKNOWN')
  @ApiOkResponse({
    content: {
      'application/json': { schema: { $ref: getSchemaPath(HistoryView) } },
      ...csvContent('time,avg,min,max', '2026-11-02T08:15:00.000Z,22.8,22.7,22.9'),
    },
  })
  async read(
    @Query() query: HistoryQueryDto,
    @CurrentAccess() access: Access,
    @Res({ passthrough: true }) response: Response,
  ): Promise<HistoryView | string> {
    return inFormat(await this.history.read(query, access), query.format, response);
  }

  /**
   * The last minutes of one measure of all objects of a kind that the caller may view, for the small lines of a
   * dashboard: one request instead of one for each object. It reaches back as far as memory does.
   */
  @Get('recent')
  @SignedIn()
  @Compressed()
  @ApiOkResponse({ type: RecentHistoryView })
  recent(@Query() query: RecentHistoryQueryDto, @CurrentAccess() access: Access): Promise<RecentHistoryView> {
    return this.recents.read(query, access);
  }

  /** All objects with a history that the caller may view, their measures, and how far back the history reaches. */
  @Get('objects')
  @SignedIn()
  @Compressed()
  @ApiOkResponse({ type: HistoryObjectsView })
  objects(@CurrentAccess() access: Access): Promise<HistoryObjectsView> {
    return this.history.objects(access);
  }

  /** The lowest and highest readings of all objects that the caller may view, since the last reset. */
  @Get('extremes')
  @SignedIn()
  @Compressed()
  @ApiOkResponse({ type: ObjectExtremesView, isArray: true })
  extremes(@CurrentAccess() access: Access): Promise<ObjectExtremesView[]> {
    return this.history.allExtremes(access);
  }

  /** Resets extremes: those of the objects in the list, else of everything that the caller may change. */
  @Post('extremes/reset')
  @HttpCode(200)
  @SignedIn()
  @Errors('HISTORY_OBJECT_UNKNOWN')
  @ApiOkResponse({ type: ExtremesResetView })
  resetExtremes(
    @Body() reset: ResetObjectsDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<ExtremesResetView> {
    return this.history.resetExtremes(reset, caller);
  }
}

/** The columns of a history as CSV (RFC 4180), with a line for each step that has samples. */
function historyCsv({ t, avg, min, max, used }: HistoryView): string {
  const header = ['time', 'avg', 'min', 'max', ...(used ? ['used'] : [])];
  const rows = t.map((second, i) => [
    new Date(second * 1000).toISOString(),
    ...[avg, min, max, ...(used ? [used] : [])].map((column) => column[i] ?? ''),
  ]);
  return [header, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** The view itself for JSON; for CSV its text, with the headers set. Without a format the header Accept decides. */
function inFormat(view: HistoryView, format: HistoryQueryDto['format'], response: Response): HistoryView | string {
  response.vary('Accept');
  if ((format ?? response.req.accepts(['json', 'csv'])) !== 'csv') return view;
  response.setHeader('Content-Type', CSV_TYPE);
  response.setHeader('Content-Disposition', `attachment; filename="${view.object}-${view.measure}.csv"`);
  return historyCsv(view);
}
