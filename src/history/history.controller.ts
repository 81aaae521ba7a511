import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiQuery, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access, CurrentAccess, CurrentCaller, SignedIn, type CallerWithAddress } from '../common/access.js';
import { formatOf, inFormat } from './history-format.js';
import { MAX_STEPS } from './history.query.js';
import { HistoryService } from './history.service.js';
import { ExtremesResetView, HistoryObjectsView, HistoryView, ObjectExtremesView } from './history.view.js';
import { MEASURE_NAMES } from './measures.js';
import { ResetObjectsDto } from './reset-objects.dto.js';

const TIME = 'ISO 8601, seconds since 1970, or how long ago: -90s, -15m, -24h, -30d.';

@ApiTags('history')
@ApiExtraModels(HistoryView)
@Controller('api/history')
export class HistoryController {
  constructor(private readonly history: HistoryService) {}

  /**
   * The history of one object in a time range, in steps with mean, lowest and highest reading: seconds of the last
   * hour, minutes of 30 days, quarters of an hour of a year. The caller must be allowed to view the object. A step
   * without readings is left out.
   */
  @Get()
  @SignedIn()
  @ApiQuery({ name: 'object', type: String, description: 'Id of an inlet, line, bank, outlet or sensor.' })
  @ApiQuery({ name: 'measure', enum: MEASURE_NAMES })
  @ApiQuery({ name: 'from', required: false, type: String, description: `${TIME} A day before \`to\` by default.` })
  @ApiQuery({ name: 'to', required: false, type: String, description: `${TIME} Now by default; not included.` })
  @ApiQuery({ name: 'step', required: false, type: Number, description: 'Seconds; by default what suits `points`.' })
  @ApiQuery({
    name: 'points',
    required: false,
    description: 'Largest number of steps, if `step` is not given.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_STEPS, default: 600 },
  })
  @ApiQuery({ name: 'format', required: false, enum: ['json', 'csv'], description: 'Comes before the header Accept.' })
  @ApiOkResponse({
    content: {
      'application/json': { schema: { $ref: getSchemaPath(HistoryView) } },
      'text/csv': { schema: { type: 'string' } },
    },
  })
  async read(
    @Query() query: Record<string, unknown>,
    @CurrentAccess() access: Access,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<HistoryView | string> {
    return inFormat(await this.history.read(query, access), formatOf(request), response);
  }

  /** All objects with a history that the caller may view, their measures, and how far back the history reaches. */
  @Get('objects')
  @SignedIn()
  @ApiOkResponse({ type: HistoryObjectsView })
  objects(@CurrentAccess() access: Access): HistoryObjectsView {
    return this.history.objects(access);
  }

  /** The lowest and highest readings of all objects that the caller may view, since the last reset. */
  @Get('extremes')
  @SignedIn()
  @ApiOkResponse({ type: ObjectExtremesView, isArray: true })
  extremes(@CurrentAccess() access: Access): ObjectExtremesView[] {
    return this.history.allExtremes(access);
  }

  /** Resets extremes: those of the objects in the list, else of everything that the caller may change. */
  @Post('extremes/reset')
  @HttpCode(200)
  @SignedIn()
  @ApiOkResponse({ type: ExtremesResetView })
  resetExtremes(
    @Body() reset: ResetObjectsDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<ExtremesResetView> {
    return this.history.resetExtremes(reset, caller);
  }
}
