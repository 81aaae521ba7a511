import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Allow, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { Compressed } from '../common/compression.js';
import { BacktestDto } from './backtest.dto.js';
import { BacktestService } from './backtest.service.js';
import { BacktestOccurrenceView } from './backtest.view.js';

@ApiTags('events')
@Controller('api/events/backtest')
export class BacktestController {
  constructor(private readonly backtests: BacktestService) {}

  /**
   * The times at which an event would have triggered; nothing is created or changed. Seconds are exact for about the last hour,
   * before that minutes, and quarters of an hour beyond a month.
   */
  @Post()
  @HttpCode(200)
  @Allow('viewEventActions')
  @Compressed()
  @ApiOkResponse({ type: BacktestOccurrenceView, isArray: true })
  run(@Body() backtest: BacktestDto, @CurrentCaller() caller: CallerWithAddress): Promise<BacktestOccurrenceView[]> {
    return this.backtests.run(backtest, caller);
  }
}
