import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { A_CERTIFICATE } from '../../test/support/servers/certificates.js';
import { FORMATS, hostAndPort, ianaZone, type FormatName } from './formats.js';

const PKCS8 = { type: 'pkcs8', format: 'pem' } as const;
const SPKI = { type: 'spki', format: 'pem' } as const;

const CASES: Record<FormatName, { holds: string[]; not: string[] }> = {
  host: {
    holds: ['pdu', 'pdu-1.example.com', '192.0.2.1', '::1', '2001:db8::7', 'xn--mnchen-3ya.de', '1und1.example'],
    not: [
      '',
      '-pdu',
      'pdu-',
      'a..b',
      'a b',
      '256.0.0.1',
      '192.0.2',
      '1.2.3.4.5',
      'a_b',
      `${'a'.repeat(64)}.de`,
      'a/b',
      'http://a',
    ],
  },
  neighbours: {
    holds: ['PDU B = https://192.0.2.8/', 'a=http://pdu.example:8080/base\n\n b = https://[::1]/', '\n'],
    not: ['https://192.0.2.8/', 'B = 192.0.2.8', 'B = javascript:alert(1)', 'B = https://user:word@a/', '= https://a/'],
  },
  webAddress: {
    holds: [
      'http://ups.example/',
      'HTTPS://192.0.2.8:8443/a%20b?c=d&e=(f)#g',
      'https://[2001:db8::7]/~ups',
      `http://a/${'x'.repeat(991)}`,
    ],
    not: [
      '',
      'ups.example',
      '//ups.example/',
      'http://',
      'ftp://ups.example/',
      'javascript:alert(1)',
      'javascript://ups.example/%0aalert(1)',
      'data:text/html,x',
      ' https://ups.example/',
      'https://ups.example/a b',
      'https://ups.example/\njavascript:alert(1)',
      'https://ups.example/"onmouseover="x',
      'https://ups.example/<script>',
      'https:\\\\ups.example',
      'https://user@ups.example/',
      'https://:word@ups.example/',
      'https://ups.example/%zz',
      'https://röck.example/',
      'https://ups.example:99999/',
      `http://a/${'x'.repeat(992)}`,
    ],
  },
  networks: {
    holds: ['10.0.0.0/8', '192.0.2.7, 2001:db8::/32 ::1', '0.0.0.0/0', Array(32).fill('192.0.2.7').join()],
    not: ['10.0.0.0/33', 'pdu', '10.0.0/8', 'fe80::1%eth0', '::/129', Array(33).fill('192.0.2.7').join()],
  },
  signingSecret: {
    holds: [`whsec_${'A'.repeat(32)}`, `whsec_${'+/'.repeat(21)}9=`],
    not: ['', 'whsec_', `whsec_${'A'.repeat(28)}`, 'A'.repeat(32), `whsec_${'A'.repeat(100)}`],
  },
  hostName: { holds: ['rackfeed', 'a.b.c'], not: ['192.0.2.1', '::1', 'röck', '.', 'a.'] },
  hostAndPort: {
    holds: ['log.example', 'log.example:514', '192.0.2.1:1', '::1', '[::1]:65535', '[2001:db8::7]'],
    not: [
      'log:0',
      'log:65536',
      'log:',
      ':514',
      '[log]:514',
      '[::1]514',
      '::1:99999',
      'log:514:514',
      'log:+1',
      '[192.0.2.1]:5',
    ],
  },
  hosts: {
    holds: ['pdu.example', 'pdu.example, rack,192.0.2.7 ::1', ' rack '],
    not: ['pdu.example:80', 'pdu.example;rack', '*.example', 'http://pdu', 'a_b'],
  },
  ipAddress: { holds: ['192.0.2.1', 'fe80::1', '::'], not: ['192.0.2.256', '192.0.2.01', 'pdu', '192.0.2.1/24'] },
  subnetMask: {
    holds: ['255.255.255.0', '255.255.254.0', '255.255.255.255', '128.0.0.0'],
    not: ['255.0.255.0', '0.0.0.0', '24', '::1'],
  },
  mailAddress: {
    holds: ['pdu@example.com', 'a.b+c@mail.example', "o'neil@example.com", 'pdu@192.0.2.1'],
    not: [
      '@',
      'pdu',
      'pdu@',
      '@example.com',
      'a@b@c.de',
      'A <a@example.com>',
      'a@ex ample.com',
      'a@b.de,c@d.de',
      'a\n@b.de',
    ],
  },
  timezone: {
    holds: [
      'UTC',
      'Europe/Berlin',
      'europe/berlin',
      'Asia/Kolkata',
      'GMT+8',
      'gmt-3',
      'UTC+0',
      'GMT+14',
      'GMT-12',
      'GMT+08',
    ],
    not: ['', 'Mars/Olympus', 'GMT+15', 'GMT-13', 'GMT8', 'Europe', 'GMT+', '../etc/passwd'],
  },
  nutName: { holds: ['pdu', 'rack-7_a.B'], not: ['', 'two words', 'pdu@host', 'ä', '"'] },
  privateKey: {
    holds: [generateKeyPairSync('ed25519', { privateKeyEncoding: PKCS8, publicKeyEncoding: SPKI }).privateKey],
    not: ['', 'PEM', A_CERTIFICATE, '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'],
  },
  topicPrefix: {
    holds: ['rackfeed', 'rackfeed/1000036', 'a b/ä'],
    not: ['/rackfeed', 'rackfeed/', 'a//b', 'a/+/b', 'a/#', '$SYS', '$SYS/pdu'],
  },
  notBlank: { holds: ['x', ' x ', '-'], not: ['', ' ', '\u00a0\t\u3000'] },
  entryId: { holds: ['1', '999999999'], not: ['', '0', '01', '-1', '1.5', '1000000000', 'admin', ' 1'] },
  word: { holds: ['power_info', 'black', 'A-1'], not: ['', 'two words', 'ä', 'a.b'] },
  certificates: {
    holds: [A_CERTIFICATE, `${A_CERTIFICATE}\n${A_CERTIFICATE}`, A_CERTIFICATE.replaceAll('\n', '\r\n')],
    not: [
      '',
      'PEM',
      A_CERTIFICATE.slice(0, -30),
      `${A_CERTIFICATE}x`,
      A_CERTIFICATE.replace(/[A-Z]{4}/, '!!!!'),
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
    ],
  },
};

describe.each(Object.entries(CASES))('the format %s', (name, { holds, not }) => {
  const format = FORMATS[name as FormatName];

  it.each(holds)('takes %j', (text) => expect(format(text)).toEqual({ value: text }));
  it.each(not)('refuses %j', (text) => expect(format(text)).toEqual({ wrong: expect.any(String) }));
  it('answers for any text, quickly', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        (text) => 'value' in format(text) || 'wrong' in format(text),
      ),
    );
  });
});

describe('a server with a port', () => {
  it.each([
    ['log.example', 'log.example', undefined],
    ['log.example:6514', 'log.example', 6514],
    ['192.0.2.1:514', '192.0.2.1', 514],
    ['2001:db8::7', '2001:db8::7', undefined],
    ['[2001:db8::7]:514', '2001:db8::7', 514],
    ['[2001:db8::7]', '2001:db8::7', undefined],
  ])('%s', (text, host, port) => expect(hostAndPort(text)).toEqual({ host, port }));
});

describe('a time zone', () => {
  it('written as hours east is a zone ahead of UTC', () => {
    const hour = (zone: string) =>
      new Intl.DateTimeFormat('en', { timeZone: ianaZone(zone), hour: '2-digit', hour12: false }).format(
        Date.UTC(2026, 0, 1, 6),
      );
    expect(hour('GMT+8')).toBe('14');
    expect(hour('UTC-3')).toBe('03');
  });
});
