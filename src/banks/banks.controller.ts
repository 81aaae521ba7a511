import { Body, Controller, Get, Param, Put, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ReadingAge } from '../hardware/reading-age.guard.js';
import { Access, AccessOf, Allow, By, type CallerAt } from '../kernel/access.js';
import { Known } from '../kernel/known.js';
import { PreparedAnswer } from '../kernel/prepared.js';
import { UpdateBankDto } from './bank.dto.js';
import { BankView } from './bank.view.js';
import { BanksService } from './banks.service.js';

@ApiTags('banks')
@Controller(['api/banks', 'api/bank'])
export class BanksController {
  constructor(private readonly banks: BanksService) {}

  /** All banks with their readings. */
  @Get()
  @Allow('viewBankStats')
  @UseGuards(ReadingAge)
  @ApiOkResponse({ type: BankView, isArray: true })
  list(@AccessOf() access: Access): PreparedAnswer {
    return this.banks.prepared(access);
  }

  /** One bank with its readings. */
  @Get(':bankId')
  @Allow('viewBankStats')
  @UseGuards(Known(BanksService), ReadingAge)
  @ApiOkResponse({ type: BankView })
  read(@Param('bankId') id: string): BankView {
    return this.banks.read(id);
  }

  /** Renames a bank. */
  @Put(':bankId')
  @Allow('modifyBankStats')
  @UseGuards(Known(BanksService))
  @ApiOkResponse({ type: BankView })
  update(@Param('bankId') id: string, @Body() change: UpdateBankDto, @By() caller: CallerAt): Promise<BankView> {
    return this.banks.update(id, change, caller);
  }
}
