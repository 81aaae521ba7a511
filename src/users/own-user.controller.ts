import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, SignedIn, type CallerWithAddress } from '../common/access.js';
import { PasswordsService } from './passwords.service.js';
import { ChangePasswordDto } from './user.dto.js';
import { UserView } from './user.view.js';
import { UsersService } from './users.service.js';

/** The signed-in user's own account. */
@ApiTags('users')
@Controller('api/user')
export class OwnUserController {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
  ) {}

  /** The signed-in user's own record with his role. */
  @Get()
  @SignedIn()
  @ApiOkResponse({ type: UserView })
  read(@CurrentCaller() caller: CallerWithAddress): UserView {
    return this.users.viewWithRole(this.users.find(caller.userId));
  }

  /** Changes the caller's own password; the caller's other sessions end. */
  @Put('password')
  @SignedIn()
  @ApiOkResponse({ description: 'Empty body.' })
  changePassword(@Body() body: ChangePasswordDto, @CurrentCaller() caller: CallerWithAddress): Promise<void> {
    return this.passwords.change(caller.userId, body, caller);
  }
}
