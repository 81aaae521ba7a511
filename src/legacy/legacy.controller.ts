import { Controller, Get, Header, HttpCode, Post, Req, UseGuards, Injectable, type CanActivate } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import {
  CurrentAccess,
  AllowOutlet,
  CurrentCaller,
  ChangesState,
  SignedIn,
  type Access,
  type CallerWithAddress,
} from '../common/access.js';
import { Errors } from '../common/documented-errors.js';
import { LegacyService } from './legacy.service.js';
import { ApiError } from '../common/errors.js';
import { SettingsStore } from '../settings/settings.store.js';

/** Refuses the paths for legacy tools as unknown while HTTP Basic is off. */
@Injectable()
class BasicEnabledGuard implements CanActivate {
  constructor(private readonly settings: SettingsStore) {}

  canActivate(): boolean {
    if (!this.settings.get('webApiPasswordEnabled')) throw new ApiError('PATH_UNKNOWN');
    return true;
  }
}

const STATUS = '<response>\n<rly0>1</rly0>\n<ac0>8.56</ac0>\n<tp0>23</tp0>\n</response>\n';
const TEXT = { content: { 'text/html': { schema: { type: 'string', example: '$A0' } } } };
const XML = { content: { 'text/xml': { schema: { type: 'string', example: STATUS } } } };

/** Paths for tools made for older products; 404 while HTTP Basic is off. */
@ApiTags('legacy')
@Controller()
@UseGuards(BasicEnabledGuard)
@Errors('PATH_UNKNOWN')
export class LegacyController {
  constructor(private readonly legacy: LegacyService) {}

  /**
   * The command in place of the query: `$A3 n v` sets outlet n to 1 or 0, `$A4 n` reboots it, `$A5` status, `$A7 v`
   * sets all outlets, `$A8` device (model, HW, FW, serial, outlets); `rly=i` toggles and `rb=i` reboots an outlet,
   * `grp=i` and `rbg=i` a group, counted from 0. `cmd=` may stand before it. Answers `$A0` when it is done, `$AF` when
   * it is not: failed, unknown, or not for this role. HEAD, which Express routes here too, does nothing.
   */
  @Get('cmd.cgi')
  @SignedIn()
  @ChangesState()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @ApiOkResponse(TEXT)
  async command(@Req() { method, originalUrl }: Request, @CurrentCaller() caller: CallerWithAddress): Promise<string> {
    return method === 'HEAD' ? '' : this.legacy.answer(originalUrl, caller);
  }

  /** The same as GET; the body is ignored. */
  @Post('cmd.cgi')
  @HttpCode(200)
  @SignedIn()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @ApiOkResponse(TEXT)
  postCommand(@Req() { originalUrl }: Request, @CurrentCaller() caller: CallerWithAddress): Promise<string> {
    return this.legacy.answer(originalUrl, caller);
  }

  /** Outlets (`rly0`…), total current (`ac0`, A) and temperature (`tp0`, °C); `XX` where it is not known. */
  @Get('status.xml')
  @AllowOutlet('viewOutlets')
  @Header('Content-Type', 'text/xml; charset=utf-8')
  @ApiOkResponse(XML)
  status(@CurrentAccess() access: Access): string {
    return this.legacy.statusXml(access);
  }

  /** The same as GET; the body is ignored. */
  @Post('status.xml')
  @HttpCode(200)
  @AllowOutlet('viewOutlets')
  @Header('Content-Type', 'text/xml; charset=utf-8')
  @ApiOkResponse(XML)
  postStatus(@CurrentAccess() access: Access): string {
    return this.legacy.statusXml(access);
  }
}
