import { createHash } from 'node:crypto';
import { Injectable, type INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { RuntimeConfig } from '../config/runtime-config.js';
import { PreparedAnswer } from '../kernel/prepared.js';
import { VERSION } from '../kernel/version.js';
import { completeDocument } from './complete-document.js';
import { operationId } from './operation-id.js';

const DESCRIPTION = [
  'HTTP API of a network-managed power distribution unit.',
  'Units: V, A, W, VA, var, Hz, kWh, °C, % relative humidity. Measurements that are missing are left out.',
  'Live data: WebSocket at /ws; the first message is {"cookie": "<session token>"} or {"token": "<access token>"}.',
].join('\n\n');

/** The OpenAPI document of all routes, made when somebody first asks for it. */
@Injectable()
export class OpenApiService {
  #app: INestApplication | undefined;
  #document: PreparedAnswer | undefined;

  constructor(private readonly config: RuntimeConfig) {}

  /** Says which application to describe; called once at start. */
  attach(app: INestApplication): void {
    this.#app = app;
  }

  get document(): PreparedAnswer {
    return (this.#document ??= this.#make());
  }

  #make(): PreparedAnswer {
    if (!this.#app) throw new Error('OpenApiService.attach was not called at start.');
    const scanned = SwaggerModule.createDocument(this.#app, documentBase(this.config), {
      operationIdFactory: operationId,
    });
    const json = JSON.stringify(completeDocument(scanned));
    return new PreparedAnswer(json, `"${createHash('sha256').update(json).digest('base64url')}"`);
  }
}

const BUILDER = new DocumentBuilder()
  .setTitle('Rackfeed')
  .setDescription(DESCRIPTION)
  .setVersion(VERSION)
  .addCookieAuth('SPID', { type: 'apiKey', in: 'cookie', description: 'Session token of a sign-in.' }, 'session')
  .addSecurity('token', { type: 'http', scheme: 'bearer', description: 'Personal access token.' })
  .addBasicAuth({ type: 'http', description: 'Only while it is switched on (webApiPasswordEnabled).' }, 'basic');

/** What no controller says. Below a base path, what tools call has it too. */
const documentBase = ({ basePath }: RuntimeConfig): ReturnType<DocumentBuilder['build']> => ({
  ...BUILDER.build(),
  ...(basePath !== '' && { servers: [{ url: basePath }] }),
});
