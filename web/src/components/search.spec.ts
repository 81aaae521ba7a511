import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { scoreOf, search } from './search.js';

const entries = [
  { id: 'outlet/2', texts: ['Hypervisor 2', 'Outlet 2', '10.0.0.12'], rank: 1 },
  { id: 'REBOOT/2', texts: ['Reboot Hypervisor 2', 'restart Hypervisor 2'], rank: 5 },
  { id: 'outlet/3', texts: ['Drucker Büro', 'Outlet 3'], rank: 1 },
  { id: '/network/mail', texts: ['Mail'], rank: 0 },
  { id: 'smtpServer', texts: ['Mail server'], rank: 4 },
];
const found = (query: string, recent: string[] = []): string[] =>
  search(entries, query, recent, 10).map(({ id }) => id);

describe('the search of the palette', () => {
  it('finds an outlet before its commands by the name of its device, or by the address', () => {
    expect(found('hyper')).toEqual(['outlet/2', 'REBOOT/2']);
    expect(found('10.0.0.12')).toEqual(['outlet/2']);
  });

  it('finds a command by its words in any order, also when they are begun only', () => {
    expect(found('reboot hypervisor 2')).toEqual(['REBOOT/2']);
    expect(found('hyp 2 reb')).toEqual(['REBOOT/2']);
    expect(found('restart hyp')).toEqual(['REBOOT/2']);
  });

  it('ignores case and accents, and finds letters in their order', () => {
    expect(found('buro')).toEqual(['outlet/3']);
    expect(found('HPV')).toEqual(['outlet/2', 'REBOOT/2']);
  });

  it('puts the one used last first among equally good matches', () => {
    expect(found('outlet').at(0)).toBe('outlet/2');
    expect(found('outlet', ['outlet/3']).at(0)).toBe('outlet/3');
  });

  it('finds nothing for an empty query or when one word is unknown', () => {
    expect(found('  ')).toEqual([]);
    expect(found('mail zebra')).toEqual([]);
  });

  it('finds every text by the beginnings of its words', () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9]{1,8}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.nat(7)), { minLength: 1, maxLength: 5 }), (parts) => {
        const query = parts.map(([text, length]) => text.slice(0, length + 1)).join(' ');
        expect(scoreOf(query, parts.map(([text]) => text).join(' '))).toBeGreaterThan(0);
      }),
    );
  });

  it('answers each entry once at most, and no more than the limit', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(4), (query, limit) => {
        const ids = search(entries, query, [], limit).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.length).toBeLessThanOrEqual(limit);
      }),
    );
  });
});
