import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { resolve } from 'node:path';
import { Logger, type INestApplication } from '@nestjs/common';
import { createApp } from './app.js';
import { ConfigError, readConfig, type RuntimeConfig } from './config/runtime-config.js';
import { prepareDataFolder } from './database/data-folder.js';
import { isDamage } from './kernel/storage-trouble.js';
import { markDamaged } from './database/suspicion.js';
import { logForgottenRejections } from './forgotten-rejections.js';
import { PduDriver } from './hardware/pdu.driver.js';
import { VERSION } from './kernel/version.js';
import { readBootState } from './launcher/boot-state.js';
import type { Launch, RunningRelease } from './launcher/launch.js';
import { readyLine } from './ready-line.js';
import { SelfTest } from './system/self-test.service.js';
import { ownAddresses } from './tls/own-names.js';
import { UsersService } from './users/users.service.js';

// Not imported when it is asked for: a bundle would wrap all that it reaches, and start more slowly.
export { runCommand as command } from './command-line.js';

/** Starts the controller as the environment says; resolves when it listens. Throws {@link ConfigError}. */
export async function start(launch: Launch): Promise<RunningRelease> {
  const unknownVariables: string[] = [];
  const config = readConfig(
    process.env,
    acceptsUnknownVariables(launch) ? (sentence) => unknownVariables.push(sentence) : undefined,
  );
  prepareDataFolder(config.dataDir);
  const app = await createApp(config, { launch }).catch((error: unknown) => {
    if (isDamage(error)) markDamaged(config.dataDir); // the next start looks closer, and repairs it
    throw error;
  });
  logForgottenRejections();
  await listen(app, config);
  sayReady(app, config);
  const logger = new Logger('Controller');
  logger.log(`Started: version ${VERSION} on Node ${process.version}, ${process.platform}-${process.arch}.`);
  for (const sentence of unknownVariables) logger.warn(sentence);
  const close = async (): Promise<void> => {
    await app.close();
    logger.log('Stopped. Outlets stay as they are.');
  };
  return { close, trouble: () => app.get(SelfTest).trouble() };
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

/**
 * The variables may have been written for another version than the one that runs: where firmware was uploaded, and where
 * it was rolled back. A controller that ended for them would be lost until somebody stands in front of it.
 */
function acceptsUnknownVariables({ place }: Launch): boolean {
  const dataDir = resolve(process.env['RACKFEED_DATA_DIR'] || 'data');
  return place !== 'base' || readBootState(dataDir)?.last?.result === 'rolledBack';
}

function sayReady(app: INestApplication, { supervisor }: RuntimeConfig): void {
  const { name, model } = app.get(PduDriver);
  const lines = [
    readyLine({
      listening: (app.getHttpServer() as Server).address() as AddressInfo,
      ownAddresses: supervisor === 'container' ? [] : ownAddresses(),
      model: model.profile.model,
      driver: name,
      version: VERSION,
    }),
  ];
  const password = app.get(UsersService).generatedPassword;
  if (password) lines.push(`First start: sign in as "admin" with the password ${password} and change it.`);
  console.log(lines.join('\n')); // one write: whoever waits for the first line has the second as well
}
