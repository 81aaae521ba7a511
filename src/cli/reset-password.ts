import { NestFactory } from '@nestjs/core';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig, type RuntimeConfig } from '../config/runtime-config.js';
import { newAdminPassword } from '../users/accounts/first-start.service.js';
import { DONE, FAILED, UsageError, type Command, type Program } from './command.js';
import { becomeOwnerOf } from './owner.js';
import { warningsOnly } from './command.js';
import { PasswordResetService, PasswordResetModule } from './password-reset.service.js';
import { assertInstalled } from './stored.js';

export const RESET_PASSWORD: Command = {
  name: 'reset-password',
  parameters: '<user> [--stdin]',
  summary: 'set a new password for a user: printed once, or read from standard input; stop the controller first',

  async run(args, program) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { stdin: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [username] = positionals;
    if (username === undefined || positionals.length > 1) throw new UsageError('Name one user, for example admin.');
    const given = values.stdin ? (await program.input()).split(/\r?\n/)[0] : undefined;
    const config = readConfig(program.environment, program.warn);
    becomeOwnerOf(config.dataDir);
    if (!config.database) assertInstalled(config, '');
    return withReset(config, program, async (reset) => {
      const password = given ?? newAdminPassword();
      const user = await reset.run(username, password, { mustChange: given === undefined });
      program.say(`The password of "${user.username}" is ${given === undefined ? password : 'the one you gave'}.`);
      program.warn('Sessions of the user have ended, and a lock after failed sign-ins is lifted.');
      if (given === undefined) program.warn('The user has to change it at the first sign-in.');
      if (!user.enabled) program.warn('The account is disabled; another administrator has to enable it.');
      return DONE;
    });
  },
};

/** Locks the data folder meanwhile: a running controller has its accounts in memory and would not see the change. */
async function withReset(
  config: RuntimeConfig,
  program: Program,
  work: (reset: PasswordResetService) => Promise<number>,
): Promise<number> {
  const options = { logger: warningsOnly(program.warn), abortOnError: false };
  const app = await NestFactory.createApplicationContext(PasswordResetModule.forRoot(config), options).catch(
    (error: unknown) => {
      if (error instanceof ConfigError && / in use by another /.test(error.message)) return undefined;
      throw error;
    },
  );
  if (app) return work(app.get(PasswordResetService)).finally(() => app.close());
  program.warn(
    `The controller is running on "${config.dataDir}" and keeps its accounts in memory. Stop it, run this again, and ` +
      'start it; outlets stay as they are meanwhile. Under systemd:\n' +
      '  systemctl stop rackfeed; rackfeed reset-password <user>; systemctl start rackfeed',
  );
  return FAILED;
}
