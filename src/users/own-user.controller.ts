import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, SignedIn, type CallerWithAddress } from '../common/access.js';
import { neighboursIn } from '../common/formats.js';
import { Subjects } from '../kernel/subjects.js';
import { SettingsStore } from '../settings/settings.store.js';
import { PasswordsService } from './passwords.service.js';
import { ChangePasswordDto } from './user.dto.js';
import { OwnUserView } from './own-user.view.js';
import { UsersService } from './users.service.js';

/** The signed-in user's own account. */
@ApiTags('users')
@Controller('api/user')
export class OwnUserController {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly settings: SettingsStore,
    private readonly subjects: Subjects,
  ) {}

  /** The signed-in user's own record with his role, and the name and time zone of the PDU. */
  @Get()
  @SignedIn()
  @ApiOkResponse({ type: OwnUserView })
  read(@CurrentCaller() caller: CallerWithAddress): OwnUserView {
    const { formFactor } = this.subjects.layoutOf(this.subjects.model) ?? {};
    return {
      ...this.users.viewWithRole(this.users.find(caller.userId)),
      deviceName: this.settings.get('deviceName'),
      location: this.settings.get('snmpLocation'),
      timezone: this.settings.get('timezone'),
      ...(formFactor !== undefined && { formFactor }),
      setupFinished: /\bfinished\b/.test(this.settings.get('setupSteps')),
      neighbours: neighboursIn(this.settings.get('neighbours')) ?? [],
    };
  }

  /** Changes the caller's own password; the caller's other sessions end. */
  @Put('password')
  @SignedIn()
  @ApiOkResponse({ description: 'Empty body.' })
  changePassword(@Body() body: ChangePasswordDto, @CurrentCaller() caller: CallerWithAddress): Promise<void> {
    return this.passwords.change(caller.userId, body, caller);
  }
}
