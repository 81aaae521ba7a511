import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { createApp } from './app.js';
import { ConfigError, readConfig, type RuntimeConfig } from './config/runtime-config.js';
import { prepareDataFolder } from './database/data-folder.js';
import { isDamage } from './kernel/storage-trouble.js';
import { markDamaged } from './database/suspicion.js';
import { logForgottenRejections } from './forgotten-rejections.js';
import { PduDriver } from './hardware/pdu.driver.js';
import type { Launch, RunningRelease } from './launcher/launch.js';
import { SelfTest } from './system/self-test.service.js';
import { UsersService } from './users/users.service.js';

// Not imported when it is asked for: a bundle would wrap all that it reaches, and start more slowly.
export { runCommand as command } from './command-line.js';

/** Starts the controller as the environment says; resolves when it listens. Throws {@link ConfigError}. */
export async function start(launch: Launch): Promise<RunningRelease> {
  const config = readConfig(process.env);
  prepareDataFolder(config.dataDir);
  const app = await createApp(config, { launch }).catch((error: unknown) => {
    if (isDamage(error)) markDamaged(config.dataDir); // the next start looks closer, and repairs it
    throw error;
  });
  logForgottenRejections();
  await listen(app, config);
  sayReady(app);
  return { close: () => app.close(), trouble: () => app.get(SelfTest).trouble() };
}

async function listen(app: INestApplication, { host, port }: RuntimeConfig): Promise<void> {
  try {
    await app.listen(port, host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    await app.close();
    if (code === 'EADDRINUSE') throw new ConfigError([`RACKFEED_PORT ${port} is taken by another program on ${host}.`]);
    if (code === 'EACCES') throw new ConfigError([`RACKFEED_PORT ${port} may not be opened by this user.`]);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw new ConfigError([`RACKFEED_HOST "${host}" is not an address of this machine (${code}).`]);
    }
    throw error;
  }
}

/** The line that tools wait for; the first one printed. */
function sayReady(app: INestApplication): void {
  const { address, family, port } = (app.getHttpServer() as Server).address() as AddressInfo;
  const { name, model } = app.get(PduDriver);
  const host = family === 'IPv6' ? `[${address}]` : address;
  const lines = [`Rackfeed is ready at http://${host}:${port} (model ${model.profile.model}, driver ${name})`];
  const password = app.get(UsersService).generatedPassword;
  if (password) lines.push(`First start: sign in as "admin" with the password ${password} and change it.`);
  console.log(lines.join('\n')); // one write: whoever waits for the first line has the second as well
}
