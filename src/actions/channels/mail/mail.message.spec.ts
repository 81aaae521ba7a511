import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anOccurrence } from '../../../../test/support/fixtures/event-occurrence.js';
import { alarmMail, messageId } from './mail.message.js';

const DEVICE = { name: 'Rack 7', serialNumber: '1000036', time: '2026-03-02 09:00:03 +01:00 (Europe/Berlin)' };

describe('the words of a mail', () => {
  it('stand one below the other', () => {
    expect(alarmMail(anOccurrence(), DEVICE)).toEqual({
      subject: 'Rack 7: Bank 1 overloaded',
      text: [
        'Event:      Bank 1 overloaded',
        'Time:       2026-03-02 09:00:03 +01:00 (Europe/Berlin)',
        'Device:     Rack 7 (1000036)',
        'Object:     Bank 1 (1200578)',
        'Current:    17.25 A',
        'Limit:      16 A',
        'Beyond for: 3 s',
        '',
      ].join('\n'),
    });
  });

  it('name the object as an operator knows it', () => {
    const outlet = { object: 'outlet 7-1200578', objectId: '7-1200578' };
    const objectOf = (change: object): string | undefined =>
      /^Object: +(.+)$/m.exec(alarmMail(anOccurrence({ ...outlet, ...change }), DEVICE).text)?.[1];
    expect(objectOf({ objectTitle: 'Outlet 7 (db-master)' })).toBe('Outlet 7 (db-master)');
    expect(objectOf({})).toBe('outlet 7-1200578');
    expect(objectOf({ object: 'this PDU', objectId: '' })).toBe('this PDU');
  });

  it('say nothing of a value where the event has none', () => {
    const { eventId, eventName, code, params, at, object, objectKind, objectId, actionIds, depth } = anOccurrence();
    const plain = { eventId, eventName, code, params, at, object, objectKind, objectId, actionIds, depth };
    expect(alarmMail(plain, DEVICE).text).not.toMatch(/Limit|Beyond/);
  });

  it('have as many lines as facts, whatever the names are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (eventName, objectTitle) => {
        const { subject, text } = alarmMail(anOccurrence({ eventName, object: objectTitle, objectTitle }), {
          ...DEVICE,
          name: eventName,
        });
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(text.split(/[\r\n\u2028\u2029\v\f]/)).toHaveLength(8);
      }),
    );
  });

  it('have an id that is the same for a repetition and another for another recipient', () => {
    const id = messageId(anOccurrence(), '1000036', 'a@example.org');
    expect(id).toMatch(/^<[0-9a-f]{32}@rackfeed\.invalid>$/);
    expect(messageId(anOccurrence(), '1000036', 'a@example.org')).toBe(id);
    expect(messageId(anOccurrence(), '1000036', 'b@example.org')).not.toBe(id);
  });
});
