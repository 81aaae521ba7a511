import { describe, expect, it } from '@jest/globals';
import { readyLine } from '../../src/server.js';

const OWN = ['127.0.0.1', '::1', '192.0.2.20', '2001:db8::20'];

const lineAt = (address: string, ownAddresses: readonly string[] = OWN): string =>
  readyLine({
    listening: { address, port: 8080 },
    ownAddresses,
    about: 'model switched-8, driver simulator',
    version: '1.2.3',
  });

describe('the ready line', () => {
  it('names the address, the model, the driver and the version', () => {
    expect(lineAt('192.0.2.20')).toBe(
      'Rackfeed is ready at http://192.0.2.20:8080 (model switched-8, driver simulator, version 1.2.3)',
    );
    expect(lineAt('::1')).toMatch(/^Rackfeed is ready at http:\/\/\[::1\]:8080 \([^)]*\)$/);
  });

  it('names addresses that work in a browser if the controller listens on all interfaces', () => {
    expect(lineAt('0.0.0.0')).toMatch(
      /^Rackfeed is ready at http:\/\/localhost:8080 \([^)]*\), on the network at http:\/\/192\.0\.2\.20:8080$/,
    );
    expect(lineAt('::')).toMatch(
      /at http:\/\/localhost:8080 .* at http:\/\/192\.0\.2\.20:8080 http:\/\/\[2001:db8::20\]:8080$/,
    );
  });

  it('is short on a machine with many addresses, and names no network if there is none', () => {
    const many = Array.from({ length: 40 }, (_, index) => `192.0.2.${index + 1}`);
    expect(lineAt('0.0.0.0', many).match(/http:/g)).toHaveLength(5);
    expect(lineAt('0.0.0.0', ['127.0.0.1'])).not.toContain('network');
  });
});
