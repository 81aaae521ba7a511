import 'reflect-metadata';
import { IncomingMessage, ServerResponse, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Controller, Get, Module, Req, Res, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Request, Response } from 'express';
import { eventually } from '../support/time/time-limits.js';
import { CachedResponse } from '../../src/common/cached-response.js';
import { RackfeedExpressAdapter } from '../../src/http/rackfeed-express.adapter.js';

const ANSWER = new CachedResponse('[{"name":"Größe"}]', '"run-1"');

/** Answers the request to /slow that is in progress. */
let answerSlowly: (() => void) | undefined;

@Controller()
class SampleController {
  @Get('prepared')
  prepared(): CachedResponse {
    return ANSWER;
  }

  @Get('slow')
  slow(): Promise<CachedResponse> {
    return new Promise((resolve) => (answerSlowly = () => resolve(ANSWER)));
  }

  @Get('express')
  express(@Req() request: Request, @Res() response: Response): void {
    response.json({ host: request.get('Host'), query: request.query, ip: request.ip, path: request.path });
  }
}

@Module({ controllers: [SampleController] })
class SampleModule {}

describe('the HTTP adapter', () => {
  let app: INestApplication;
  let url: string;

  beforeAll(async () => {
    app = await NestFactory.create(SampleModule, new RackfeedExpressAdapter(), { logger: false });
    await app.listen(0, '127.0.0.1');
    const server = app.getHttpServer() as { address(): AddressInfo };
    url = `http://127.0.0.1:${server.address().port}`;
  });
  afterAll(() => app.close());

  it('lets a crowd of 2,048 connections wait until they are accepted', () => {
    const adapter = new RackfeedExpressAdapter();
    adapter.initHttpServer();
    const server = adapter.getHttpServer() as Server;
    const listen = jest.spyOn(server, 'listen').mockReturnValue(server);
    const listening = (): undefined => undefined;
    adapter.listen(8080, '127.0.0.1', listening);
    expect(listen).toHaveBeenCalledWith({ port: 8080, host: '127.0.0.1', backlog: 2048 }, listening);
  });

  it('sends a cached response unchanged, with its ETag and length', async () => {
    const answer = await fetch(`${url}/prepared`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBe('"run-1"');
    expect(answer.headers.get('content-length')).toBe(String(ANSWER.body.length));
    expect(await answer.json()).toEqual([{ name: 'Größe' }]);
  });

  it.each(['"run-1"', 'W/"run-1"', '"other", "run-1"', '*'])(
    'answers 304 without a body to If-None-Match: %s',
    async (tag) => {
      const answer = await fetch(`${url}/prepared`, { headers: { 'if-none-match': tag } });
      expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', '"run-1"']);
    },
  );

  it('answers 200 to an outdated ETag', async () => {
    expect((await fetch(`${url}/prepared`, { headers: { 'if-none-match': '"run-0"' } })).status).toBe(200);
  });

  it('lets Express work on requests and responses with its prototypes', async () => {
    const answer = await fetch(`${url}/express?a=1`);
    const body = (await answer.json()) as object;
    expect(body).toEqual({ host: url.slice(7), query: { a: '1' }, ip: '127.0.0.1', path: '/express' });
  });

  it('creates them with those prototypes, so that Express changes nothing', async () => {
    const changes: boolean[] = [];
    const setPrototypeOf = Object.setPrototypeOf;
    Object.setPrototypeOf = (target: object, prototype: object | null) => {
      if (target instanceof IncomingMessage || target instanceof ServerResponse) {
        changes.push(Object.getPrototypeOf(target) !== prototype);
      }
      return setPrototypeOf(target, prototype) as object;
    };
    await fetch(`${url}/express`).then((answer) => answer.text());
    Object.setPrototypeOf = setPrototypeOf;
    expect(changes).toEqual([false, false]);
  });

  it('does not mention Express, and sends the security headers', async () => {
    const { headers } = await fetch(`${url}/prepared`);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});

it('a stopping application closes each connection after its current answer, and does not wait for the client', async () => {
  const app = await NestFactory.create(SampleModule, new RackfeedExpressAdapter(), { logger: false });
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nhost: pdu\r\nconnection: keep-alive\r\n\r\n');
  await eventually(() => answerSlowly !== undefined);
  const closed = app.close();
  setImmediate(() => answerSlowly?.());
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*Connection: close\r\n/);
  await closed;
});
