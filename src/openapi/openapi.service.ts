import { Injectable, type INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { createHash } from 'node:crypto';
import { onlyOfRole } from '../common/api-of-roles.js';
import { CachedResponse } from '../common/cached-response.js';
import { VERSION } from '../common/version.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import { completeDocument } from './complete-document.js';

/**
 * A stable id of an operation: `OutletsController` and `update` become `outletsUpdate`. The routes of a controller
 * with several paths arrive as `list[0]`, `list[1]`: the first gets the plain id, the others are numbered from 2.
 */
export function operationId(controller: string, method: string): string {
  const [, name = method, place = '0'] = /^(\w+)\[(\d+)\]$/.exec(method) ?? [];
  const resource = controller.replace(/Controller$/, '');
  const number = Number(place) > 0 ? String(Number(place) + 1) : '';
  return `${resource.charAt(0).toLowerCase()}${resource.slice(1)}${name.charAt(0).toUpperCase()}${name.slice(1)}${number}`;
}

const DESCRIPTION = [
  'HTTP API of a network-managed power distribution unit.',
  'Units: V, A, W, VA, var, Hz, kWh, °C, % relative humidity. Measurements that are missing are left out.',
  'Live data: WebSocket at /ws; the first message is {"cookie": "<session token>"} or {"token": "<access token>"}.',
].join('\n\n');

/** The OpenAPI document of all routes, built at the first request. */
@Injectable()
export class OpenApiService {
  #app: INestApplication | undefined;
  #document: CachedResponse | undefined;

  constructor(private readonly config: RuntimeConfig) {}

  /** Sets the application to describe; called once at start. */
  attach(app: INestApplication): void {
    this.#app = app;
  }

  get document(): CachedResponse {
    return (this.#document ??= this.#make());
  }

  #make(): CachedResponse {
    if (!this.#app) throw new Error('OpenApiService.attach was not called at start.');
    const scanned = SwaggerModule.createDocument(this.#app, documentBase(this.config), {
      operationIdFactory: operationId,
    });
    const json = JSON.stringify(completeDocument(scanned), onlyOfRole(this.config.role));
    return new CachedResponse(json, `"${createHash('sha256').update(json).digest('base64url')}"`);
  }
}

const BUILDER = new DocumentBuilder()
  .setTitle('Rackfeed')
  .setDescription(DESCRIPTION)
  .setVersion(VERSION)
  .addCookieAuth('SPID', { type: 'apiKey', in: 'cookie', description: 'Session token of a sign-in.' }, 'session')
  .addSecurity('token', { type: 'http', scheme: 'bearer', description: 'Personal access token.' })
  .addBasicAuth({ type: 'http', description: 'Only while it is switched on (webApiPasswordEnabled).' }, 'basic');

/** The general part of the document. With a base path, the server URL includes it. */
const documentBase = ({ basePath }: RuntimeConfig): ReturnType<DocumentBuilder['build']> => ({
  ...BUILDER.build(),
  ...(basePath !== '' && { servers: [{ url: basePath }] }),
});
