import { OwnSessionsService } from '../../auth/sessions/own-sessions.service.js';
import { SessionsController } from '../../auth/sessions.controller.js';
import type { SessionView } from '../../auth/session.view.js';
import { AccountsService } from '../../users/accounts.service.js';
import { OwnUserController } from '../../users/own-user.controller.js';
import { PasswordsService } from '../../users/passwords.service.js';
import { SshKeysService } from '../../users/ssh-keys.service.js';
import { TokensService } from '../../users/tokens.service.js';
import { UserCredentialsController } from '../../users/user-credentials.controller.js';
import { AddSshKeyDto, ChangePasswordDto, CreateUserDto, UpdateUserDto } from '../../users/user.dto.js';
import type { UserEntity } from '../../users/user.entity.js';
import type { SshKeyView, UserView } from '../../users/user.view.js';
import { UsersController } from '../../users/users.controller.js';
import { UsersService } from '../../users/users.service.js';
import { bodyOf } from '../../common/body.js';
import { UsageError } from '../parse.js';
import type { Column } from '../render.js';
import { doneAnswer, listAnswer, objectAnswer } from './answers.js';
import {
  assertConfirmed,
  MANY,
  needed,
  rightOf,
  type Answer,
  type CommandContext,
  type ShellCommand,
} from './command.js';

const USERS: readonly Column<UserView>[] = [
  ['Id', ({ id }) => id],
  ['Name', ({ username }) => username],
  ['Role', ({ roleId }) => roleId],
  ['Enabled', ({ enabled }) => enabled],
  ['Locked', ({ userIsLocked }) => userIsLocked],
  ['Keys', ({ sshKeys }) => sshKeys.length],
];

const SESSIONS: readonly Column<SessionView>[] = [
  ['Id', ({ id }) => id],
  ['Address', ({ address }) => address],
  ['Program', ({ agent }) => agent],
  ['Age s', ({ age }) => age],
];

const KEYS: readonly Column<SshKeyView>[] = [
  ['Fingerprint', ({ sshKeyFingerprint }) => sshKeyFingerprint],
  ['Name', ({ sshKeyName }) => sshKeyName],
];

/** The user with this name or id. Throws USER_UNKNOWN. */
function userOf(context: CommandContext, text: string): UserEntity {
  const users = context.service(UsersService);
  return users.byName(text) ?? users.find(text);
}

const own = ({ caller }: CommandContext): string => caller.userId;

/** Asks for a secret on a terminal, where it is not shown. */
async function secret(context: CommandContext, prompt: string): Promise<string> {
  if (!context.dialogue.isTerminal)
    throw new UsageError('This needs a terminal (ssh -t), where the text is not shown.');
  const text = await context.dialogue.ask(prompt, { secret: true });
  if (text === undefined) throw new UsageError('Nothing was changed.');
  return text;
}

async function newPassword(context: CommandContext): Promise<string> {
  const password = await secret(context, 'New password: ');
  if ((await secret(context, 'New password again: ')) !== password) throw new UsageError('The two are not the same.');
  return password;
}

async function changePassword(context: CommandContext): Promise<Answer> {
  const currentPassword = await secret(context, 'Current password: ');
  const chosen = await newPassword(context);
  const body = await bodyOf(ChangePasswordDto, { currentPassword, newPassword: chosen });
  await context.service(PasswordsService).change(context.caller.userId, body, context.caller);
  return { lines: ['The password is changed; sign in again.'] };
}

async function lockUser(context: CommandContext, userIsLocked: boolean): Promise<Answer> {
  const { id, username } = userOf(context, context.rest(0));
  const change = await bodyOf(UpdateUserDto, { userIsLocked });
  const user = await context.service(AccountsService).update(String(id), change, context.caller);
  const view = context.service(UsersService).view(user);
  return doneAnswer(context, view, `${username} is ${userIsLocked ? 'locked' : 'unlocked'}.`);
}

export const listUsers = (context: CommandContext): Answer => {
  const users = context.service(UsersService);
  return listAnswer(
    context,
    users.list().map((user) => users.view(user)),
    USERS,
  );
};

export async function addUser(context: CommandContext): Promise<Answer> {
  const [username, roleId] = [needed(context, 0, 'a user'), needed(context, 1, 'a role')];
  const user = await bodyOf(CreateUserDto, { username, roleId, password: await newPassword(context) });
  const created = await context.service(AccountsService).create(user, context.caller);
  return doneAnswer(context, context.service(UsersService).view(created), 'Successfully saved setting.');
}

export async function editUser(context: CommandContext): Promise<Answer> {
  const { id } = userOf(context, needed(context, 0, 'a user'));
  const member = { name: 'username', role: 'roleId' }[needed(context, 1, 'name or role')];
  if (member === undefined) throw new UsageError('Only name and role are changed here.');
  const change = await bodyOf(UpdateUserDto, { [member]: context.rest(2) });
  const user = await context.service(AccountsService).update(String(id), change, context.caller);
  return doneAnswer(context, context.service(UsersService).view(user), 'Successfully saved setting.');
}

export async function removeUser(context: CommandContext): Promise<Answer> {
  const { id, username } = userOf(context, context.rest(0));
  await assertConfirmed(context, `Delete the user ${username}?`);
  await context.service(AccountsService).remove(String(id), context.caller);
  return { lines: ['Successfully saved setting.'] };
}

export const listKeys = (context: CommandContext): Answer => {
  const user = context.service(UsersService).find(context.caller.userId);
  return listAnswer(context, context.service(SshKeysService).list(user), KEYS);
};

export async function addKey(context: CommandContext): Promise<Answer> {
  const key = await bodyOf(AddSshKeyDto, { sshKey: context.rest(0) });
  const view = await context.service(SshKeysService).add(context.caller.userId, key, context.caller);
  return doneAnswer(context, view, `The key ${view.sshKeyFingerprint} is added.`);
}

/** By fingerprint or name. */
export async function removeKey(context: CommandContext): Promise<Answer> {
  const wanted = context.rest(0);
  const { userId } = context.caller;
  const keys = context.service(SshKeysService);
  const named = keys.list(context.service(UsersService).find(userId)).find(({ sshKeyName }) => sshKeyName === wanted);
  const view = await keys.remove(userId, named?.sshKeyFingerprint ?? wanted, context.caller);
  return doneAnswer(context, view, `The key ${view.sshKeyFingerprint} is removed.`);
}

export const usersRight = rightOf(UsersController, 'list');

export const ACCOUNT_COMMANDS: readonly ShellCommand[] = [
  {
    words: ['whoami'],
    about: 'Shows your user name.',
    right: rightOf(OwnUserController, 'read'),
    run: (context) => {
      const users = context.service(UsersService);
      const user = users.viewWithRole(users.find(context.caller.userId));
      return doneAnswer(context, user, user.username);
    },
  },
  {
    words: ['show', 'whoami'],
    about: 'Shows your account and its role.',
    right: rightOf(OwnUserController, 'read'),
    run: (context) => {
      const users = context.service(UsersService);
      return objectAnswer(context, users.viewWithRole(users.find(context.caller.userId)));
    },
  },
  ...[
    ['show', 'users'],
    ['user', 'list'],
  ].map((words): ShellCommand => ({
    words,
    about: 'Lists the users.',
    right: usersRight,
    run: listUsers,
  })),
  ...[true, false].map((locked): ShellCommand => ({
    words: ['user', locked ? 'lock' : 'unlock'],
    usage: '<user>',
    about: locked ? 'Locks a user for 15 minutes and ends their sessions.' : 'Unlocks a user.',
    right: rightOf(UsersController, 'update'),
    arity: [1, MANY],
    run: (context) => lockUser(context, locked),
  })),
  {
    words: ['show', 'sessions'],
    about: 'Lists your sessions in browsers and programs.',
    right: rightOf(SessionsController, 'list'),
    run: (context) => listAnswer(context, context.service(OwnSessionsService).list(context.caller), SESSIONS),
  },
  {
    words: ['passwd'],
    about: 'Changes your password; needs a terminal.',
    right: rightOf(OwnUserController, 'changePassword'),
    run: changePassword,
  },
  {
    words: ['key', 'list'],
    about: 'Lists your SSH keys.',
    right: rightOf(UserCredentialsController, 'listKeys'),
    owner: own,
    run: listKeys,
  },
  {
    words: ['key', 'add'],
    usage: '<public key>',
    about: 'Adds an SSH key of yours.',
    right: rightOf(UserCredentialsController, 'addKey'),
    owner: own,
    arity: [1, MANY],
    run: addKey,
  },
  {
    words: ['key', 'remove'],
    usage: '<fingerprint or name>',
    about: 'Removes an SSH key of yours.',
    right: rightOf(UserCredentialsController, 'removeKey'),
    owner: own,
    arity: [1, MANY],
    run: removeKey,
  },
  {
    words: ['token', 'new'],
    about: 'Creates your access token, which replaces the one before and is shown only once.',
    right: rightOf(UserCredentialsController, 'issueToken'),
    owner: own,
    run: async (context) => {
      const view = await context.service(TokensService).issue(context.caller.userId, context.caller);
      return doneAnswer(context, view, view.accessToken);
    },
  },
  {
    words: ['token', 'revoke'],
    about: 'Revokes your access token.',
    right: rightOf(UserCredentialsController, 'revokeToken'),
    owner: own,
    run: async (context) => {
      const view = await context.service(TokensService).revoke(context.caller.userId, context.caller);
      return doneAnswer(context, view, 'The token is revoked.');
    },
  },
];
