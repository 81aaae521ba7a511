import { applyDecorators } from '@nestjs/common';
import { PickType } from '@nestjs/swagger';
import { IsString, Matches, ValidateIf } from 'class-validator';
import { AtLeastOneMember } from '../common/body.js';
import {
  IsOwnId,
  IsFlag,
  IsListOf,
  IsName,
  IsNumeric,
  IsText,
  IsWord,
  NotWritable,
  Optional,
} from '../common/dto-decorators.js';
import { LIMITS } from '../common/limits.js';
import { AUTH_WORDS, PRIVACY_WORDS, type AuthAlgorithm, type PrivacyAlgorithm } from '../common/snmp/algorithms.js';

const MAX_ID = 999_999_999;
/** Length of an SNMPv3 passphrase. */
const SECRET = { min: 8, max: 255 };

/** Text of 1 to 100 characters without white space at an end, which would make two names look alike. */
const IsUsername = () =>
  applyDecorators(
    IsName(),
    Matches(/^\S(.*\S)?$/su, { message: '$property must not be empty, nor begin or end with white space.' }),
  );

/** Any text; the password policy checks it later. */
const IsPassword = () => IsString({ message: '$property must be text.' });

/** An SNMPv3 passphrase, or the empty text that a response has without one. */
const IsPassphrase = () =>
  applyDecorators(
    ValidateIf((_: object, value: unknown) => value !== undefined && value !== ''),
    IsText(SECRET),
  );

/** The members of SNMPv3, which a user gets after being created. */
const SNMP_MEMBERS = [
  ...['snmpv3Access', 'snmpv3Security', 'snmpv3User_id', 'snmpv3AuthProtocol'],
  ...['snmpv3PrivProtocol', 'snmpv3AuthPass', 'snmpv3PrivPass'],
];

@NotWritable(
  'enabled cannot be set while creating a user; create it, then send POST /api/users/{user_id}/disable.',
  'enabled',
)
@NotWritable(
  '$property cannot be set while creating a user; create it, then send PUT /api/users/{user_id}.',
  'userIsLocked',
  ...SNMP_MEMBERS,
)
export class CreateUserDto {
  /** Unique without regard to case, and not "root"; no colon. @example "anna" */
  @IsUsername()
  username: string;

  /** @example 2 */
  @IsNumeric({ min: 1, max: MAX_ID, integer: true })
  roleId: number;

  /** 8 to 128 characters, not a common password, not the user name. @example "an invented password" */
  @IsPassword()
  password: string;
}

@NotWritable('password cannot be changed with this request; use the password request of this user.', 'password')
@NotWritable('role cannot be changed with this request; send roleId.', 'role')
@NotWritable(
  '$property cannot be changed with this request.',
  'permissions',
  'created',
  'lastLogin',
  'accessToken',
  'sshKeys',
)
@AtLeastOneMember('username', 'roleId', 'userIsLocked', 'enabled', ...SNMP_MEMBERS)
export class UpdateUserDto {
  /** Unique without regard to case, and not "root"; no colon, unless it is the user's present name. */
  @Optional()
  @IsUsername()
  username?: string;

  /** @example 2 */
  @Optional()
  @IsNumeric({ min: 1, max: MAX_ID, integer: true })
  roleId?: number;

  /** true locks the account for 15 minutes and ends its sessions, false unlocks it. Administrators only. */
  @Optional()
  @IsFlag()
  userIsLocked?: boolean;

  /** Only its present value is accepted: `POST /api/users/{user_id}/enable` and `/disable` change it. */
  @Optional()
  @IsFlag()
  enabled?: boolean;

  @Optional()
  @IsFlag()
  snmpv3Access?: boolean;

  /** Security level. While access is on, authPriv needs both passphrases and authNoPriv that of authentication. */
  @Optional()
  @IsWord('authPriv', 'authNoPriv', 'noAuthNoPriv')
  snmpv3Security?: 'authPriv' | 'authNoPriv' | 'noAuthNoPriv';

  @Optional()
  @IsText({ min: 0, max: SECRET.max })
  snmpv3User_id?: string;

  @Optional()
  @IsWord(...AUTH_WORDS)
  snmpv3AuthProtocol?: AuthAlgorithm;

  @Optional()
  @IsWord(...PRIVACY_WORDS)
  snmpv3PrivProtocol?: PrivacyAlgorithm;

  /** Authentication passphrase. The text of responses, a run of dashes or nothing, changes nothing. */
  @IsPassphrase()
  snmpv3AuthPass?: string;

  /** Privacy passphrase. The text of responses, a run of dashes or nothing, changes nothing. */
  @IsPassphrase()
  snmpv3PrivPass?: string;

  /** Id of the user in the path. */
  @IsOwnId()
  id?: string;
}

export class ChangePasswordDto {
  /** The present password of the account whose password is to change. @example "an invented password" */
  @IsPassword()
  currentPassword: string;

  /** 8 to 128 characters, not a common password, not the user name. @example "another invented password" */
  @IsPassword()
  newPassword: string;
}

export class ResetPasswordDto {
  /** The caller's own password. @example "an invented password" */
  @IsPassword()
  ownPassword: string;

  /**
   * 8 to 128 characters, not a common password, not the user name. The user is asked to replace it.
   * @example "another invented password"
   */
  @IsPassword()
  newPassword: string;
}

export class AddSshKeyDto {
  /** Label for the key; its comment, or else its type, when absent or empty. @example "anna@laptop" */
  @Optional()
  @IsText({ min: 0, max: 100 })
  sshKeyName?: string;

  /**
   * The line of the public key: ssh-rsa, ssh-ed25519, ecdsa-sha2-nistp256/384/521, or one on a hardware token (sk-).
   * @example "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAO1LH+hNW2PhcriWiwIWqPKyw2Ls275PP08cJVy9Ura anna@laptop"
   */
  @IsString({ message: '$property must be the line of a public key.' })
  sshKey: string;
}

/** An SSH key in the configuration document. */
export class SshKeyEntryDto extends PickType(AddSshKeyDto, ['sshKeyName', 'sshKey'] as const) {}

/** An account in the configuration document. Its secrets are encrypted in another part of the document. */
export class UserEntryDto extends PickType(UpdateUserDto, [
  'enabled',
  'snmpv3Access',
  'snmpv3Security',
  'snmpv3User_id',
  'snmpv3AuthProtocol',
  'snmpv3PrivProtocol',
] as const) {
  @IsNumeric({ min: 1, max: MAX_ID, integer: true })
  id: number;

  @IsUsername()
  username: string;

  @IsNumeric({ min: 1, max: MAX_ID, integer: true })
  roleId: number;

  @Optional()
  @IsListOf(() => SshKeyEntryDto, LIMITS.sshKeysOfUser)
  sshKeys?: SshKeyEntryDto[];

  /** Present in an export; ignored when a document is applied. */
  @Optional()
  @IsFlag()
  needsNewPassword?: boolean;
}
