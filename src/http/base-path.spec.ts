import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { stripBasePath, type BasePathRequest } from './base-path.js';

const stripped = (url: string, basePath = '/pdu'): BasePathRequest => {
  const request: BasePathRequest = { url };
  stripBasePath(request, basePath);
  return request;
};

describe('the base path', () => {
  it.each([
    ['/pdu', '/'],
    ['/pdu/', '/'],
    ['/pdu?a=1', '/?a=1'],
    ['/pdu/api/outlets?a=/pdu', '/api/outlets?a=/pdu'],
    ['/pdu/pdu/x', '/pdu/x'],
    ['http://pdu.example:8080/pdu/ws', 'http://pdu.example:8080/ws'],
    ['http://pdu.example/pdu', 'http://pdu.example/'],
  ])('is stripped from %s, which leaves %s', (url, rest) => {
    expect(stripped(url)).toEqual({ url: rest, basePath: '/pdu' });
  });

  it.each(['/', '/pdux', '/api/pdu', '/PDU/api', '/%70du/api', '//pdu/api', '*', '', 'http://pdu/api', '/pdu#a'])(
    'is not in %j',
    (url) => {
      expect(stripped(url)).toEqual({ url });
    },
  );

  it('is never stripped where there is none', () => {
    expect(stripped('/pdu/api', '')).toEqual({ url: '/pdu/api' });
  });

  it('leaves of every path below it the path that it would be without it', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        const url = `/${path.replace(/^\/+/, '')}?${query}`;
        expect(stripped(`/racks/pdu${url}`, '/racks/pdu').url).toBe(url);
      }),
    );
  });
});
