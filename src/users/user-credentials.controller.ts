import { Body, Controller, Delete, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AllowOrOwn, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { Found, ResourceExists } from '../common/resource-exists.guard.js';
import { NeedsJsonType } from './json-type.guard.js';
import { SshKeysService } from './ssh-keys.service.js';
import { TokensService } from './tokens.service.js';
import { AddSshKeyDto } from './user.dto.js';
import type { UserEntity } from './user.entity.js';
import { AccessTokenView, SshKeyView } from './user.view.js';
import { UsersService } from './users.service.js';

/** The credentials of a user besides the password: the personal access token and SSH keys. */
@ApiTags('users')
@Controller('api/users/:userId')
@UseGuards(ResourceExists(UsersService))
export class UserCredentialsController {
  constructor(
    private readonly tokens: TokensService,
    private readonly keys: SshKeysService,
  ) {}

  /** Creates the personal access token, which replaces the previous one; the full token is shown only once. */
  @Post('token')
  @HttpCode(200)
  @AllowOrOwn('modifyUsers')
  @ApiOkResponse({ type: AccessTokenView })
  issueToken(@Param('userId') id: string, @CurrentCaller() caller: CallerWithAddress): Promise<AccessTokenView> {
    return this.tokens.issue(id, caller);
  }

  /** Revokes the personal access token. */
  @Delete('token')
  @AllowOrOwn('modifyUsers')
  @ApiOkResponse({ type: AccessTokenView })
  revokeToken(@Param('userId') id: string, @CurrentCaller() caller: CallerWithAddress): Promise<AccessTokenView> {
    return this.tokens.revoke(id, caller);
  }

  /** The SSH public keys. */
  @Get('sshKeys')
  @AllowOrOwn('viewUsersList')
  @ApiOkResponse({ type: SshKeyView, isArray: true })
  listKeys(@Found('userId') user: UserEntity): SshKeyView[] {
    return this.keys.list(user);
  }

  /** Adds an SSH public key. Needs Content-Type application/json. */
  @Post('sshKey')
  @HttpCode(200)
  @AllowOrOwn('modifyUsers')
  @NeedsJsonType()
  @ApiOkResponse({ type: SshKeyView })
  addKey(
    @Param('userId') id: string,
    @Body() key: AddSshKeyDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<SshKeyView> {
    return this.keys.add(id, key, caller);
  }

  /** Removes the SSH public key with this fingerprint; returns the removed key. */
  @Delete('sshKey/:fingerprint')
  @AllowOrOwn('modifyUsers')
  @ApiOkResponse({ type: SshKeyView })
  removeKey(
    @Param('userId') id: string,
    @Param('fingerprint') fingerprint: string,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<SshKeyView> {
    return this.keys.remove(id, fingerprint, caller);
  }
}
