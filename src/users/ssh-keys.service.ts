import { Injectable } from '@nestjs/common';
import type { CallerWithAddress } from '../common/access.js';
import { causeOf } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import { LIMITS, assertTotalFits, sumOf } from '../common/limits.js';
import { hasControlCharacter } from '../common/values.js';
import { AccountRulesService } from './accounts/account-rules.service.js';
import { readSshPublicKey, type SshPublicKey } from './ssh/ssh-public-key.js';
import { SshKeyError } from './ssh/ssh-wire.js';
import type { AddSshKeyDto } from './user.dto.js';
import type { SshKey, UserEntity } from './user.entity.js';
import { sshKeyView, type SshKeyView } from './user.view.js';
import { UsersService } from './users.service.js';

const MAX_NAME = 100;

/** The SSH public keys of the users. */
@Injectable()
export class SshKeysService {
  constructor(
    private readonly users: UsersService,
    private readonly rules: AccountRulesService,
  ) {}

  list(user: UserEntity): SshKeyView[] {
    return user.sshKeys.map((key) => sshKeyView(user, key));
  }

  /** Adds a key. A key signs in like a password, so for another user it needs every permission of that user. */
  async add(id: string, { sshKeyName = '', sshKey }: AddSshKeyDto, caller: CallerWithAddress): Promise<SshKeyView> {
    const { type, key, fingerprint, comment } = this.#read(sshKey);
    const added: SshKey = { name: sshKeyName || nameFrom(comment, type), type, key, fingerprint };
    const user = await this.users.edit(id, (found) => {
      const { sshKeys } = found;
      this.rules.refuseUnlessCovered(found, caller);
      if (sshKeys.some((each) => each.key === key)) throw new ApiError('SSH_KEY_TAKEN').at('sshKey');
      if (sshKeys.some(({ name }) => isSameKeyName(name, added.name))) {
        throw new ApiError('SSH_KEY_NAME_TAKEN', added.name).at('sshKeyName');
      }
      if (sshKeys.length >= LIMITS.sshKeysOfUser) throw new ApiError('SSH_KEYS_FULL', LIMITS.sshKeysOfUser);
      const ofAll = sumOf(this.users.list(), (each) => each.sshKeys.length);
      assertTotalFits('sshKeys', ofAll, sshKeys.length, sshKeys.length + 1);
      return {
        set: { sshKeys: [...sshKeys, added] },
        auditRecord: {
          kind: 'user.sshKey',
          object: `user:${id}`,
          cause: causeOf(caller),
          after: sshKeyView(found, added),
        },
        kinds: ['profile'],
      };
    });
    return sshKeyView(user, added);
  }

  /** Removes a key by its fingerprint; returns the removed key. */
  async remove(id: string, fingerprint: string, caller: CallerWithAddress): Promise<SshKeyView> {
    const wanted = fingerprint.toLowerCase();
    let removed: SshKeyView | undefined;
    await this.users.edit(id, (found) => {
      this.rules.refuseUnlessCovered(found, caller);
      const key = found.sshKeys.find((each) => each.fingerprint === wanted);
      if (!key) throw new ApiError('SSH_KEY_UNKNOWN', fingerprint);
      removed = sshKeyView(found, key);
      return {
        set: { sshKeys: found.sshKeys.filter((each) => each !== key) },
        auditRecord: { kind: 'user.sshKeyDelete', object: `user:${id}`, cause: causeOf(caller), before: removed },
        kinds: ['profile'],
      };
    });
    if (!removed) throw new ApiError('SSH_KEY_UNKNOWN', fingerprint);
    return removed;
  }

  #read(line: string): SshPublicKey {
    try {
      return readSshPublicKey(line);
    } catch (error) {
      if (error instanceof SshKeyError) throw new ApiError('SSH_KEY_INVALID', error.message).at('sshKey');
      throw error;
    }
  }
}

/** True for names that are equal without regard to case, which two keys of one user must not have. */
export const isSameKeyName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The name from the comment of a key's file, or from its type if the comment is not usable as a name. */
function nameFrom(comment: string, type: string): string {
  if (comment === '' || hasControlCharacter(comment)) return type;
  return [...comment].slice(0, MAX_NAME).join('');
}
