import { unixSeconds } from '../common/clock.js';
import { SECRET_MASK } from '../common/secret-mask.js';
import { RoleView } from '../roles/role.view.js';
import type { SshKey, UserEntity } from './user.entity.js';

export class SshKeyView {
  /** Label for the key. @example "anna@laptop" */
  sshKeyName: string;
  /**
   * MD5 of the key: lower-case hexadecimal pairs with colons.
   * @example "59:b5:26:54:33:e1:29:23:cc:63:25:43:a8:d2:45:82"
   */
  sshKeyFingerprint: string;
  /** Id of the key's user. @example "2" */
  userId: string;
}

/** An account. */
export class UserView {
  /** Id of the user; "1" is the built-in primary admin. @example "2" */
  id: string;
  /** @example "anna" */
  username: string;
  /** @example 2 */
  roleId: number;
  /** A disabled account cannot sign in, and its token does not work. */
  enabled: boolean;
  /** Unix time of the creation, s. @example 1790841600 */
  created: number;
  /** Unix time of the last sign-in, s; 0 for a user that never signed in. @example 1793606400 */
  lastLogin: number;
  /** True while the account is locked, by an administrator or by failed sign-ins. @example false */
  userIsLocked: boolean;
  /** First 4 characters of the personal access token; empty without one. @example "" */
  accessToken: string;
  sshKeys: SshKeyView[];
  /** @example false */
  snmpv3Access: boolean;
  /** Security level: authPriv, authNoPriv or noAuthNoPriv. @example "noAuthNoPriv" */
  snmpv3Security: string;
  /** @example "" */
  snmpv3User_id: string;
  /** Authentication protocol: SHA (SHA-1), MD5, SHA224, SHA256, SHA384 or SHA512. @example "SHA" */
  snmpv3AuthProtocol: string;
  /** Privacy protocol: AES (128 bits), DES, AES192 or AES256. @example "AES" */
  snmpv3PrivProtocol: string;
  /** Authentication passphrase as a run of dashes; empty when not set. @example "" */
  snmpv3AuthPass: string;
  /** Privacy passphrase as a run of dashes; empty when not set. @example "" */
  snmpv3PrivPass: string;
  /** Present only when true: the user did not choose the password and should replace it. */
  passwordChangeRequired?: boolean;
  /** Present only for the signed-in user. */
  role?: RoleView;
}

/** The result of creating or revoking a personal access token. */
export class AccessTokenView {
  /** The full token, shown only once; empty after revoking it. @example "an-invented-access-token" */
  accessToken: string;
}

export const sshKeyView = ({ id }: Pick<UserEntity, 'id'>, { name, fingerprint }: SshKey): SshKeyView => ({
  sshKeyName: name,
  sshKeyFingerprint: fingerprint,
  userId: String(id),
});

export function userView(user: UserEntity, userIsLocked: boolean): UserView {
  return {
    id: String(user.id),
    username: user.username,
    roleId: user.roleId,
    enabled: user.enabled,
    created: unixSeconds(user.created),
    lastLogin: unixSeconds(user.lastLogin),
    userIsLocked,
    accessToken: user.tokenPrefix,
    sshKeys: user.sshKeys.map((key) => sshKeyView(user, key)),
    snmpv3Access: user.snmpv3Access,
    snmpv3Security: user.snmpv3Security,
    snmpv3User_id: user.snmpv3UserId,
    snmpv3AuthProtocol: user.snmpv3AuthProtocol,
    snmpv3PrivProtocol: user.snmpv3PrivProtocol,
    snmpv3AuthPass: user.snmpv3AuthPass === null ? '' : SECRET_MASK,
    snmpv3PrivPass: user.snmpv3PrivPass === null ? '' : SECRET_MASK,
    ...(user.passwordChangeRequired && { passwordChangeRequired: true }),
  };
}
