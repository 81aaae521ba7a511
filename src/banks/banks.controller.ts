import { Body, Controller, Get, Put, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { BankModel } from '../hardware/profiles/pdu-model.js';
import { ReadingAgeGuard } from '../hardware/reading-age.guard.js';
import { Access, CurrentAccess, Allow, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { Found, ResourceExists } from '../common/resource-exists.guard.js';
import { CachedRead, CachedResponse } from '../common/cached-response.js';
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
  @UseGuards(ReadingAgeGuard)
  @CachedRead()
  @ApiOkResponse({ type: BankView, isArray: true })
  list(@CurrentAccess() access: Access): CachedResponse {
    return this.banks.prepared(access);
  }

  /** One bank with its readings. */
  @Get(':bankId')
  @Allow('viewBankStats')
  @UseGuards(ResourceExists(BanksService), ReadingAgeGuard)
  @ApiOkResponse({ type: BankView })
  read(@Found('bankId') bank: BankModel): BankView {
    return this.banks.view(bank);
  }

  /** Renames a bank. */
  @Put(':bankId')
  @Allow('modifyBankStats')
  @UseGuards(ResourceExists(BanksService))
  @ApiOkResponse({ type: BankView })
  update(
    @Found('bankId') bank: BankModel,
    @Body() change: UpdateBankDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<BankView> {
    return this.banks.update(bank, change, caller);
  }
}
