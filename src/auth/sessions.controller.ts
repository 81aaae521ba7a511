import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, SignedIn, type CallerWithAddress } from '../common/access.js';
import { OwnSessionsService } from './sessions/own-sessions.service.js';
import { SessionView } from './session.view.js';

@ApiTags('sign-in')
@Controller('api/user/sessions')
export class SessionsController {
  constructor(private readonly own: OwnSessionsService) {}

  /** The caller's own sessions, oldest first. */
  @Get()
  @SignedIn()
  @ApiOkResponse({ type: SessionView, isArray: true })
  list(@CurrentCaller() caller: CallerWithAddress): SessionView[] {
    return this.own.list(caller);
  }

  /** One of the caller's own sessions. */
  @Get(':sessionId')
  @SignedIn()
  read(@Param('sessionId') id: string, @CurrentCaller() caller: CallerWithAddress): SessionView {
    return this.own.read(id, caller);
  }

  /** Ends all of the caller's own sessions but that of this request. */
  @Delete()
  @SignedIn()
  async endOthers(@CurrentCaller() caller: CallerWithAddress): Promise<object> {
    await this.own.endOthers(caller);
    return {};
  }

  /** Ends one of the caller's own sessions. */
  @Delete(':sessionId')
  @SignedIn()
  async end(@Param('sessionId') id: string, @CurrentCaller() caller: CallerWithAddress): Promise<object> {
    await this.own.end(id, caller);
    return {};
  }
}
