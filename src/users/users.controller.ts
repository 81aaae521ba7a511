import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Allow, AllowOrOwn, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { Found, ResourceExists } from '../common/resource-exists.guard.js';
import { AccountsService } from './accounts.service.js';
import { NeedsJsonType } from './json-type.guard.js';
import { PasswordsService } from './passwords.service.js';
import { ChangePasswordDto, CreateUserDto, ResetPasswordDto, UpdateUserDto } from './user.dto.js';
import type { UserEntity } from './user.entity.js';
import { UserView } from './user.view.js';
import { UsersService } from './users.service.js';

@ApiTags('users')
@Controller('api/users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly accounts: AccountsService,
    private readonly passwords: PasswordsService,
  ) {}

  /** All users. */
  @Get()
  @Allow('viewUsersList')
  @ApiOkResponse({ type: UserView, isArray: true })
  list(): UserView[] {
    return this.users.list().map((user) => this.users.view(user));
  }

  /** One user. */
  @Get(':userId')
  @AllowOrOwn('viewUsersList')
  @UseGuards(ResourceExists(UsersService))
  @ApiOkResponse({ type: UserView })
  read(@Found('userId') user: UserEntity): UserView {
    return this.users.view(user);
  }

  /** Creates a user with a role whose permissions the caller has too. Needs Content-Type application/json. */
  @Post()
  @HttpCode(200)
  @Allow('modifyUsers')
  @NeedsJsonType()
  @ApiOkResponse({ type: UserView })
  async create(@Body() user: CreateUserDto, @CurrentCaller() caller: CallerWithAddress): Promise<UserView> {
    return this.users.view(await this.accounts.create(user, caller));
  }

  /** Changes the members sent. Needs Content-Type application/json. */
  @Put(':userId')
  @Allow('modifyUsers')
  @NeedsJsonType()
  @UseGuards(ResourceExists(UsersService))
  @ApiOkResponse({ type: UserView })
  async update(
    @Param('userId') id: string,
    @Body() change: UpdateUserDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<UserView> {
    return this.users.view(await this.accounts.update(id, change, caller));
  }

  /** Changes the password; always needs the present one. Needs Content-Type application/json. */
  @Put(':userId/password')
  @Allow('modifyUsers')
  @NeedsJsonType()
  @UseGuards(ResourceExists(UsersService))
  @ApiOkResponse({ description: 'Empty body.' })
  changePassword(
    @Param('userId') id: string,
    @Body() body: ChangePasswordDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<void> {
    return this.passwords.change(id, body, caller);
  }

  /**
   * Gives another user, whose permissions the caller has too, a password that they are asked to replace; needs the
   * caller's own password. Their sessions end. Not for the built-in administrator. Needs Content-Type application/json.
   */
  @Post(':userId/passwordReset')
  @HttpCode(200)
  @Allow('modifyUsers')
  @NeedsJsonType()
  @UseGuards(ResourceExists(UsersService))
  @ApiOkResponse({ description: 'Empty body.' })
  resetPassword(
    @Param('userId') id: string,
    @Body() body: ResetPasswordDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<void> {
    return this.passwords.reset(id, body, caller);
  }

  /** Enables a disabled user again. Administrators only. */
  @Post(':userId/enable')
  @HttpCode(200)
  @Allow('modifyUsers')
  @UseGuards(ResourceExists(UsersService))
  @ApiOkResponse({ type: UserView })
  async enable(@Param('userId') id: string, @CurrentCaller() caller: CallerWithAddress): Promise<UserView> {
    return this.users.view(await this.accounts.setEnabled(id, true, caller));
  }

  /** Disables the account; its sessions and its token end. Administrators only. */
  @Post(':userId/disable')
  @HttpCode(200)
  @Allow('modifyUsers')
  @UseGuards(ResourceExists(UsersService))
  @ApiOkResponse({ type: UserView })
  async disable(@Param('userId') id: string, @CurrentCaller() caller: CallerWithAddress): Promise<UserView> {
    return this.users.view(await this.accounts.setEnabled(id, false, caller));
  }

  /** Deletes the user with their sessions, token and keys. */
  @Delete(':userId')
  @Allow('modifyUsers')
  @UseGuards(ResourceExists(UsersService))
  @ApiOkResponse({ description: 'Empty body.' })
  remove(@Param('userId') id: string, @CurrentCaller() caller: CallerWithAddress): Promise<void> {
    return this.accounts.remove(id, caller);
  }
}
