import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { parseSyslog } from '../../test/support/servers/syslog-parser.js';
import { syslogMessage, type SyslogEntry } from './syslog-message.js';

const entry: SyslogEntry = {
  id: 7,
  at: Date.parse('2026-03-02T08:00:00.123Z'),
  kind: 'outlet.switch',
  object: 'outlet:1-1200578',
  via: 'session',
  who: 'alice',
  address: '192.0.2.7',
  before: '{"state":"ON"}',
  after: '{"state":"OFF"}',
  result: 'ok',
};
const written = (change: Partial<SyslogEntry> = {}, hostName = 'rackfeed') =>
  parseSyslog(syslogMessage({ ...entry, ...change }, hostName));

describe('a syslog message', () => {
  it('reads as RFC 5424 says', () => {
    expect(syslogMessage(entry, 'rackfeed').toString()).toBe(
      `<110>1 2026-03-02T08:00:00.123Z rackfeed rackfeed ${process.pid} outlet.switch ` +
        String.raw`[audit@32473 id="7" kind="outlet.switch" object="outlet:1-1200578" via="session" who="alice" ` +
        String.raw`address="192.0.2.7" result="ok" before="{\"state\":\"ON\"}" after="{\"state\":\"OFF\"}"] ` +
        '\ufeffalice (session, 192.0.2.7): outlet.switch outlet:1-1200578',
    );
  });

  it('contains every member of the entry as structured data', () => {
    const { facility, severity, params } = written();
    const members = Object.entries(entry).filter(([member]) => member !== 'at');
    expect([facility, severity]).toEqual([13, 6]);
    expect(params).toEqual({ ...Object.fromEntries(members), id: '7' });
  });

  it('is a warning for an audit record with an error', () => {
    const { severity, text, params } = written({ result: 'RELAY_FAULT' });
    expect([severity, params.result]).toEqual([4, 'RELAY_FAULT']);
    expect(text).toMatch(/, ended with RELAY_FAULT$/);
  });

  it('leaves out members that the entry does not have', () => {
    const { params, text } = written({ address: null, before: null, after: null });
    expect(Object.keys(params)).toEqual(['id', 'kind', 'object', 'via', 'who', 'result']);
    expect(text).toBe('alice (session): outlet.switch outlet:1-1200578');
  });

  it('names its objects in the sentence, and leaves the structured data as it is', () => {
    const { text, params } = written({ name: 'db-master' });
    expect(text).toBe('alice (session, 192.0.2.7): outlet.switch outlet:1-1200578 (db-master)');
    expect(params).toEqual(written().params);
    const event = {
      kind: 'event.trigger',
      object: 'event:3',
      name: 'Full',
      about: 'bank:1200578',
      aboutName: 'Storage',
    };
    expect(written(event).text).toBe(
      'alice (session, 192.0.2.7): event.trigger event:3 (Full) at bank:1200578 (Storage)',
    );
    expect(written({ name: 'db\n<0>1 forged' }).text).not.toContain('\n');
  });

  it('cannot be broken out of by a name', () => {
    const who = 'x"] [forged@1 a="\\"]\n<0>1 - - - - - - forged';
    expect(written({ who }).params.who).toBe(who.replace('\n', ' '));
  });

  it('names the PDU in the header, as far as the header allows', () => {
    expect(written({}, '').hostName).toBe('-');
    expect(written({}, 'pdü 7').hostName).toBe('pd??7');
    expect(written({}, 'x'.repeat(300)).hostName).toBe('x'.repeat(255));
  });

  it('has no time while the clock is wrong', () => {
    expect(written({ at: -1 }).timestamp).toBe('-');
    expect(written({ at: 1e15 }).timestamp).toBe('-');
  });

  it('marks shortened values with an ellipsis, and shortens the sentence last', () => {
    const long = '€"'.repeat(2000);
    const bytes = syslogMessage({ ...entry, who: long, object: long, before: long, after: long, kind: long }, long);
    expect(bytes.length).toBeLessThanOrEqual(2048);
    const { params, text } = parseSyslog(bytes);
    expect(params.who).toMatch(/^(€"?)+…$/);
    expect(text).toMatch(/…$/);
  });

  it('is valid and at most 2048 bytes long for every entry', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 600 }),
      fc.string({ unit: 'grapheme' }),
      fc.constant('\ud800'),
      fc.constant('\\'.repeat(400)),
    );
    const entries = fc.record({
      id: fc.oneof(fc.nat(), fc.constant(undefined)),
      at: fc.oneof(
        fc.date({ noInvalidDate: true }).map((date) => date.getTime()),
        fc.double({ noNaN: true }),
      ),
      kind: text,
      object: text,
      via: text,
      who: text,
      address: fc.option(text),
      before: fc.option(text),
      after: fc.option(text),
      result: fc.oneof(fc.constant('ok'), text),
    });
    fc.assert(
      fc.property(entries, text, ({ id, ...rest }, hostName) => {
        const bytes = syslogMessage({ ...rest, ...(id !== undefined && { id }) }, hostName);
        expect(bytes.length).toBeLessThanOrEqual(2048);
        expect(() => parseSyslog(bytes)).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });

  it('contains short printable text unchanged', () => {
    const printable = fc.string({
      unit: fc.constantFrom('a', '"', '\\', ']', '[', '=', '😀', 'é', ' '),
      maxLength: 30,
    });
    fc.assert(
      fc.property(printable, printable, (who, before) => {
        const { params } = written({ who, before });
        expect([params.who, params.before]).toEqual([who, before]);
      }),
    );
  });
});
