import { describe, expect, it } from '@jest/globals';
import { handlingOf } from './handling.js';

const SCOPE = 'https://pdu.example/pdu/';
const handling = (path: string, mode = 'navigate', method = 'GET') =>
  handlingOf({ method, mode, url: new URL(path, SCOPE).href }, SCOPE);

describe('the service worker', () => {
  it.each(['', '?a=1', 'outlets', 'groups/7', 'apiary', 'settings/account'])('answers for the page "%s"', (path) => {
    expect(handling(path)).toBe('page');
  });

  it('answers for the files of the pages', () => {
    expect(handling('assets/app-1234.js', 'no-cors')).toBe('asset');
  });

  it.each([
    ['data', 'api/outlets', 'cors'],
    ['a report that is opened as a page', 'api/energy/report?format=html', 'navigate'],
    ['the documentation of the API', 'api/docs', 'navigate'],
    ['the health', 'health', 'navigate'],
    ['the metrics', 'metrics', 'navigate'],
    ['the page of legacy tools', 'status.xml', 'navigate'],
    ['a page past it', 'outlets?shell=none', 'navigate'],
    ['another application on this host', '/other/', 'navigate'],
    ['the page above the base path', '/pdu', 'navigate'],
    ['a file of another application', '/assets/app.js', 'no-cors'],
    ['another host', 'https://other.example/pdu/', 'navigate'],
    ['what a page loads', 'outlets', 'cors'],
  ])('leaves %s alone', (_, path, mode) => {
    expect(handling(path, mode)).toBeUndefined();
  });

  it('leaves everything but GET alone', () => {
    expect(['POST', 'PUT', 'DELETE', 'HEAD'].map((method) => handling('outlets', 'navigate', method))).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });
});
