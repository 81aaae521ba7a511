import { Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Request, Response } from 'express';
import { addressOf, isSecure, refuseEnded } from '../common/access.js';
import { bodyObject, readBody } from '../common/body.js';
import { Clock } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { isStorageError } from '../common/storage-errors.js';
import { printable } from '../common/text.js';
import { RackfeedExpressAdapter } from '../http/rackfeed-express.adapter.js';
import type { ProtocolTraffic } from '../protocols/protocol-traffic.js';
import { UsersService } from '../users/users.service.js';
import { RedfishCredentials } from './credentials.js';
import { redfishErrorOf } from './protocol/api-errors.js';
import { applyQuery } from './protocol/collections.js';
import { isUnchanged, mayChange, tagged, withItsTag, type Tagged } from './protocol/etag.js';
import { checkParameters } from './protocol/parameters.js';
import { readPatch } from './protocol/patch.js';
import {
  ROOT,
  type Call,
  type Created,
  type Json,
  type Outcome,
  type Patch,
  type RedfishCaller,
  type RequestOrigin,
} from './protocol/provider.js';
import { readQuery } from './protocol/query.js';
import { baseMessage, errorBody, RedfishError } from './protocol/redfish-error.js';
import { Routes, type Route } from './protocol/routes.js';
import { metadataDocument, serviceDocument } from './protocol/service-documents.js';
import { EventStreams } from './events/event-stream.service.js';
import { RedfishResources } from './resources/index.js';
import { namespaceIn, odataTypeOf } from './versions.js';

const JSON_TYPE = 'application/json;charset=utf-8';
const XML_TYPE = 'application/xml;charset=utf-8';
const LONGEST_AGENT = 200;
const READING = ['GET', 'HEAD'];
/** The paths besides resources, which anybody may read. */
const METADATA = `${ROOT}/$metadata`;
const ODATA = `${ROOT}/odata`;
const EVENT_STREAM = `${ROOT}/EventService/SSE`;

interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly path: string;
  readonly search: string;
}

/** Answers the requests below `/redfish`. */
@Injectable()
export class RedfishService {
  readonly #logger = new Logger('Redfish');
  readonly #routes: Routes;
  #metadata: string | undefined;

  constructor(
    resources: RedfishResources,
    private readonly credentials: RedfishCredentials,
    private readonly users: UsersService,
    private readonly streams: EventStreams,
    private readonly http: HttpAdapterHost,
    private readonly clock: Clock,
  ) {
    this.#routes = new Routes(resources.providers);
  }

  /** Answers a request; never rejects. */
  async handle(request: Request, response: Response, traffic: ProtocolTraffic): Promise<void> {
    const url = request.originalUrl;
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const exchange = { request, response, path, search: mark < 0 ? '' : url.slice(mark + 1) };
    response.setHeader('OData-Version', '4.0');
    response.setHeader('Cache-Control', 'no-cache');
    traffic.requests++;
    try {
      await this.#answer(exchange, traffic);
    } catch (error) {
      traffic.errors++;
      this.#refuse(exchange, this.#asRedfishError(error, path));
    }
  }

  async #answer(exchange: Exchange, traffic: ProtocolTraffic): Promise<void> {
    const { request, path } = exchange;
    const plain = path.endsWith('/') ? path.slice(0, -1) : path;
    const document = this.#documentAt(plain);
    if (document) {
      this.#sendDocument(exchange, ...document);
      return;
    }
    const route = this.#routes.find(path);
    const { method } = request;
    const isPublic = route?.provider.isPublic === true && READING.includes(method);
    if (!isSecure(request) && !isPublic) throw insecure();
    const makesPublicly = method === 'POST' && route?.action === undefined && route?.provider.createPublicly;
    if (isPublic) this.#assertVersion(request);
    if (isPublic) {
      // A query may ask for what the root links to, which only callers see.
      const asking = exchange.search === '' ? undefined : await this.credentials.callerOf(request);
      return this.#read(exchange, route, asking);
    }
    if (makesPublicly) return this.#createPublicly(exchange, route, traffic);
    const caller = await this.credentials.callerOf(request);
    if (!caller) {
      traffic.refuse('credential');
      throw new ApiError('NOT_SIGNED_IN');
    }
    this.#noteCaller(exchange, caller, traffic);
    this.#assertVersion(request);
    if (plain === EVENT_STREAM) {
      this.#refuseUnchangedPassword(caller, EVENT_STREAM);
      if (method !== 'GET') throw notAllowed(['GET']);
      this.streams.open(request, exchange.response, caller, exchange.search);
      return;
    }
    if (!route) throw RedfishError.missing(path);
    const isSession = route.provider.type === 'Session' && method === 'DELETE';
    if (!isSession || !route.uri.endsWith(`/${caller.sessionId ?? ''}`))
      this.#refuseUnchangedPassword(caller, route.uri);
    if (READING.includes(method)) return this.#read(exchange, route, caller);
    const methods = methodsOf(route);
    if (!methods.includes(method)) throw notAllowed(methods);
    await this.#write(exchange, route, { caller, params: route.params, uri: route.uri });
  }

  /** The type and text of a document that is no resource; undefined for any other path. */
  #documentAt(path: string): readonly [type: string, text: string] | undefined {
    if (path === '/redfish') return [JSON_TYPE, JSON.stringify({ v1: `${ROOT}/` })];
    if (path === METADATA) return [XML_TYPE, (this.#metadata ??= metadataDocument())];
    return path === ODATA ? [JSON_TYPE, JSON.stringify(serviceDocument())] : undefined;
  }

  #noteCaller({ request }: Exchange, caller: RedfishCaller, traffic: ProtocolTraffic): void {
    const { httpAdapter } = this.http;
    if (httpAdapter instanceof RackfeedExpressAdapter) httpAdapter.connections.authenticated(request);
    request.user = caller;
    traffic.clients.note(caller.address, caller.username, this.clock.now());
  }

  #assertVersion({ headers }: Request): void {
    const version = headers['odata-version'];
    if (version !== undefined && version !== '4.0') throw RedfishError.of(412, 'HeaderInvalid', ['OData-Version']);
  }

  /** Whoever has to choose a password may do that alone. */
  #refuseUnchangedPassword(caller: RedfishCaller, uri: string): void {
    const user = this.users.current({ id: Number(caller.userId) });
    if (!user?.passwordChangeRequired) return;
    const own = `${ROOT}/AccountService/Accounts/${caller.userId}`;
    if (uri !== own) throw RedfishError.of(403, 'PasswordChangeRequired', [own]);
  }

  // ── reading

  async #read(exchange: Exchange, route: Route, caller: RedfishCaller | undefined): Promise<void> {
    const { request, response, search } = exchange;
    const methods = methodsOf(route);
    if (!methods.includes('GET')) throw notAllowed(methods);
    const query = request.method === 'HEAD' ? readQuery('') : readQuery(search);
    const { top, skip, filter, ...others } = query;
    const ownPages = route.provider.pages === true;
    const page = ownPages ? { page: { top, skip, isWhole: filter !== undefined } } : {};
    const call = { caller: caller ?? NOBODY, params: route.params, uri: route.uri, ...page };
    const resource = await this.#resource(route, call);
    const rest = ownPages && filter === undefined ? others : query;
    const read = (uri: string) => this.#reference(uri, call);
    const answer = search === '' ? resource : await applyQuery(resource, rest, route.uri, read);
    const { etag, text } = withItsTag(answer) ?? tag(answer, route.provider.patch, call);
    this.#describe(response, route, { etag, type: answer['@odata.type'] });
    if (isUnchanged(request.headers['if-none-match'], etag)) {
      response.statusCode = 304;
      response.end();
      return;
    }
    send(response, 200, JSON_TYPE, text);
  }

  #describe(response: Response, route: Route, { etag, type }: { readonly etag: string; readonly type: unknown }): void {
    response.setHeader('Allow', methodsOf(route).join(', '));
    const schema = `http://redfish.dmtf.org/schemas/v1/${namespaceIn(String(type))}.json`;
    response.setHeader('Link', `<${schema}>; rel=describedby`);
    response.setHeader('ETag', etag);
  }

  /** A resource with the members that every resource has. */
  async #resource({ provider }: Route, call: Call): Promise<Json> {
    const members = await provider.get(call);
    const resource: Json = { '@odata.id': call.uri, '@odata.type': odataTypeOf(provider.type), ...members };
    const actions = actionsOf(provider, call);
    if (actions) resource['Actions'] = actions;
    const names = provider.patch && Object.keys(membersOf(provider.patch, call));
    if (names && names.length > 0) resource['@Redfish.WriteableProperties'] = names;
    return resource;
  }

  /** The resource of a reference; undefined for one that the caller may not read. */
  async #reference(uri: string, { caller }: Call): Promise<Json | undefined> {
    const route = caller === NOBODY ? undefined : this.#routes.find(uri);
    if (!route || route.action !== undefined || route.provider.receive) return undefined;
    const call = { caller, params: route.params, uri: route.uri };
    try {
      const { etag, text } = tag(await this.#resource(route, call), route.provider.patch, call);
      return { '@odata.etag': etag, ...(JSON.parse(text) as Json) };
    } catch (error) {
      const { status } = this.#asRedfishError(error, uri);
      if (status === 403 || status === 404) return undefined;
      throw error;
    }
  }

  // ── writing

  async #write(exchange: Exchange, route: Route, call: Call): Promise<void> {
    const { request, response } = exchange;
    const { provider, action } = route;
    if (request.method === 'DELETE') {
      await this.#assertMatch(request, route, call);
      await provider.remove?.(call);
      response.statusCode = 204;
      response.end();
      return;
    }
    if (provider.receive) {
      this.#sendOutcome(response, await provider.receive(call, request, response));
      return;
    }
    const body = await this.#bodyOf(exchange);
    refuseEnded(call.caller); // it may have taken minutes
    if (request.method === 'PATCH') return this.#patch(exchange, route, call, body);
    if (action === undefined) {
      const created = await provider.create?.(call, body);
      if (created) await this.#sendCreated(exchange, created, call.caller);
      return;
    }
    const declared = provider.actions?.[action];
    if (!declared || declared.fits?.(call) === false) throw RedfishError.of(400, 'ActionNotSupported', [action]);
    const { Oem: oem, ...given } = body;
    const parameters = checkParameters(given, declared.parameters, action);
    this.#sendOutcome(
      response,
      (await declared.run(call, oem === undefined ? parameters : { ...parameters, Oem: oem })) ?? {},
    );
  }

  async #patch({ request, response }: Exchange, route: Route, call: Call, body: Json): Promise<void> {
    const { patch } = route.provider;
    if (!patch) throw notAllowed(methodsOf(route));
    const before = await this.#resource(route, call);
    if (!mayChange(request.headers['if-match'], tag(before, patch, call).etag)) {
      throw RedfishError.of(412, 'PreconditionFailed');
    }
    const { change, warnings } = readPatch(body, membersOf(patch, call), before);
    await patch.apply(call, change);
    const after = await this.#resource(route, call);
    const { etag } = tag(after, patch, call);
    this.#describe(response, route, { etag, type: after['@odata.type'] });
    const extended = warnings.length > 0 ? { '@Message.ExtendedInfo': warnings } : {};
    send(response, 200, JSON_TYPE, JSON.stringify({ '@odata.etag': etag, ...after, ...extended }));
  }

  async #assertMatch({ headers }: Request, route: Route, call: Call): Promise<void> {
    const resource = await this.#resource(route, call);
    const { etag } = tag(resource, route.provider.patch, call);
    if (!mayChange(headers['if-match'], etag)) throw RedfishError.of(412, 'PreconditionFailed');
  }

  async #createPublicly(exchange: Exchange, route: Route, traffic: ProtocolTraffic): Promise<void> {
    const { request } = exchange;
    this.#assertVersion(request);
    const body = await this.#bodyOf(exchange);
    const origin: RequestOrigin = {
      address: addressOf(request),
      agent: printable(request.headers['user-agent'] ?? '', LONGEST_AGENT),
    };
    const created = await route.provider.createPublicly?.(body, origin);
    if (!created?.caller) return;
    this.#noteCaller(exchange, created.caller, traffic);
    await this.#sendCreated(exchange, created, created.caller);
  }

  async #sendCreated({ response }: Exchange, created: Created, caller: RedfishCaller): Promise<void> {
    const route = this.#routes.find(created.uri);
    if (!route) throw new Error(`There is no resource at ${created.uri}.`);
    const call = { caller, params: route.params, uri: route.uri };
    const resource = await this.#resource(route, call);
    const { etag } = tag(resource, route.provider.patch, call);
    this.#describe(response, route, { etag, type: resource['@odata.type'] });
    for (const [name, value] of Object.entries(created.headers ?? {})) response.setHeader(name, value);
    response.setHeader('Location', created.uri);
    send(response, 201, JSON_TYPE, JSON.stringify({ '@odata.etag': etag, ...resource, ...created.annotations }));
  }

  #sendOutcome(response: Response, { status, body, headers = {}, afterwards }: Outcome): void {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    afterwards?.(response);
    if (body !== undefined) {
      send(response, status ?? 200, JSON_TYPE, JSON.stringify(body));
      return;
    }
    response.statusCode = status ?? 204;
    response.end();
  }

  async #bodyOf({ request, response }: Exchange): Promise<Json> {
    await readBody(request, response);
    return bodyObject(request.body);
  }

  // ── documents and refusals

  #sendDocument({ request, response }: Exchange, type: string, text: string): void {
    response.setHeader('Allow', READING.join(', '));
    if (!READING.includes(request.method)) throw notAllowed(READING);
    this.#assertVersion(request);
    send(response, 200, type, text);
  }

  #asRedfishError(error: unknown, uri: string): RedfishError {
    if (error instanceof RedfishError) return error;
    if (error instanceof ApiError) return redfishErrorOf(error, uri);
    this.#logger.error(error instanceof Error ? (error.stack ?? error.message) : error);
    if (isStorageError(error)) return redfishErrorOf(new ApiError('STORAGE_FAILING'), uri);
    return RedfishError.of(500, 'InternalError');
  }

  #refuse({ request, response }: Exchange, { status, messages, headers }: RedfishError): void {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const { challenge } = this.credentials;
    if (status === 401 && challenge !== undefined) response.setHeader('WWW-Authenticate', challenge);
    if (status === 413 || !request.complete) response.setHeader('Connection', 'close');
    send(response, status, JSON_TYPE, JSON.stringify(errorBody(messages)));
  }
}

/** The methods of a path. */
function methodsOf({ provider, action, isMembers }: Route): string[] {
  if (action !== undefined || isMembers || provider.receive) return ['POST'];
  return [
    ...READING,
    ...(provider.create || provider.createPublicly ? ['POST'] : []),
    ...(provider.patch ? ['PATCH'] : []),
    ...(provider.remove ? ['DELETE'] : []),
  ];
}

const notAllowed = (methods: readonly string[]): RedfishError =>
  new RedfishError(405, baseMessage('OperationNotAllowed'), { Allow: methods.join(', ') });

const insecure = (): RedfishError =>
  RedfishError.of(403, 'GeneralError', [], { resolution: 'Send this request over HTTPS.' });

const membersOf = ({ members }: Patch, call: Call) => (typeof members === 'function' ? members(call) : members);

/** The actions of a resource with their addresses; undefined where it has none. */
function actionsOf({ actions, type }: Route['provider'], call: Call): Json | undefined {
  if (!actions) return undefined;
  const fitting = Object.entries(actions).filter(([, { fits }]) => fits?.(call) !== false);
  const shown = fitting.map(([name, { shown: members }]) => {
    return [`#${name}`, { target: `${call.uri}/Actions/${name}`, ...members?.(call) }];
  });
  return shown.length === 0 && type !== 'UpdateService' ? undefined : (Object.fromEntries(shown) as Json);
}

/** The text and tag of a resource. */
function tag(resource: Json, patch: Patch | undefined, call: Call): Tagged {
  if (!patch) return tagged(resource, {});
  const settings: Json = {};
  for (const name of Object.keys(membersOf(patch, call))) settings[name] = resource[name];
  return tagged(resource, settings);
}

function send(response: Response, status: number, type: string, text: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

/** The caller of a request for what anybody may read. */
const NOBODY = { userId: '', username: '', address: '' } as RedfishCaller;
