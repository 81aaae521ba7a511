import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { By, SignedIn, type CallerAt } from '../kernel/access.js';
import { OwnSessions } from './own-sessions.service.js';
import { SessionView } from './session.view.js';

@ApiTags('sign-in')
@Controller('api/user/sessions')
export class SessionsController {
  constructor(private readonly own: OwnSessions) {}

  /** Where one is signed in, oldest first. */
  @Get()
  @SignedIn()
  @ApiOkResponse({ type: SessionView, isArray: true })
  list(@By() caller: CallerAt): SessionView[] {
    return this.own.list(caller);
  }

  /** One of one's own sessions. */
  @Get(':sessionId')
  @SignedIn()
  read(@Param('sessionId') id: string, @By() caller: CallerAt): SessionView {
    return this.own.read(id, caller);
  }

  /** Ends all of one's own sessions but the one that asks. */
  @Delete()
  @SignedIn()
  async endOthers(@By() caller: CallerAt): Promise<object> {
    await this.own.endOthers(caller);
    return {};
  }

  /** Ends one of one's own sessions. */
  @Delete(':sessionId')
  @SignedIn()
  async end(@Param('sessionId') id: string, @By() caller: CallerAt): Promise<object> {
    await this.own.end(id, caller);
    return {};
  }
}
