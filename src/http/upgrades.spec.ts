import { describe, expect, it } from '@jest/globals';
import { isAcceptedUpgrade } from './upgrades.js';

describe('an upgrade', () => {
  it.each([
    ['/ws', 'websocket'],
    ['/ws?a=1', 'WebSocket'],
    ['/pdu/ws', 'websocket'],
    ['http://pdu:8080/ws', 'h2c, websocket'],
  ])('of %s to %s is accepted', (url, upgrade) => {
    expect(isAcceptedUpgrade({ url, headers: { upgrade } }, '/pdu')).toBe(true);
  });

  it.each([
    ['/ws', 'h2c'],
    ['/ws', undefined],
    ['/ws/', 'websocket'],
    ['/wsx', 'websocket'],
    ['/api/outlets', 'websocket'],
    [undefined, 'websocket'],
  ])('of %s to %s is declined', (url, upgrade) => {
    expect(isAcceptedUpgrade({ url, headers: { upgrade } }, '/pdu')).toBe(false);
  });
});
