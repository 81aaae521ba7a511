import { describe, expect, it } from '@jest/globals';
import { SilentSites, type Member } from './silent-sites.js';

const T = 1_000_000;
const there = (id: string, heardAt: number): Member => ({ id, online: true, heardAt, goneAt: undefined });
const gone = (id: string, heardAt: number, goneAt?: number): Member => ({ id, online: false, heardAt, goneAt });
const unknown = (id: string, heardAt?: number): Member => ({ id, online: null, heardAt, goneAt: undefined });
const north = (...members: Member[]) => new Map([['north', members]]);

describe('a silent site', () => {
  it('is one fact with the time of the last message and the PDUs that fell silent together', () => {
    const sites = new SilentSites();
    expect(sites.follow(T, north(there('a', T), there('b', T - 20_000)))).toEqual({ lost: [], back: [] });
    const cut = north(gone('a', T, T + 40_000), gone('b', T - 20_000, T + 60_000));
    const fact = { site: 'north', since: T, reason: 'timeout' as const, pdus: new Set(['a', 'b']) };
    expect(sites.follow(T + 61_000, cut)).toEqual({ lost: [fact], back: [] });
    expect(sites.follow(T + 62_000, cut)).toEqual({ lost: [], back: [] });
    expect(sites.lost).toEqual([fact]);
  });

  it('makes no PDU count as away, from the first that goes to two minutes after the line is back', () => {
    const sites = new SilentSites();
    const a = gone('a', T, T + 40_000);
    const b = gone('b', T - 20_000, T + 60_000);
    sites.follow(T + 41_000, north(a, there('b', T - 20_000)));
    expect(sites.isAway('north', a)).toBe(false);
    sites.follow(T + 61_000, north(a, b));
    expect([a, b].map((member) => sites.isAway('north', member))).toEqual([false, false]);
    const news = sites.follow(T + 100_000, north(there('a', T + 100_000), b));
    expect(news).toEqual({ lost: [], back: ['north'] });
    expect(sites.isAway('north', b)).toBe(false);
    sites.follow(T + 220_000, north(there('a', T + 219_000), b));
    expect(sites.isAway('north', b)).toBe(true);
  });

  it('is not that of one PDU: it is away as soon as another of its site is heard after it', () => {
    const sites = new SilentSites();
    const a = gone('a', T, T + 5000);
    sites.follow(T + 6000, north(a, there('b', T + 3000)));
    expect(sites.isAway('north', a)).toBe(false);
    sites.follow(T + 7000, north(a, there('b', T + 6500)));
    expect(sites.isAway('north', a)).toBe(true);
    expect(sites.lost).toEqual([]);
  });

  it('leaves out a PDU that was away before, and is none if only one other is left', () => {
    const sites = new SilentSites();
    const old = gone('old', T - 900_000, T - 890_000);
    const [b, c] = [gone('b', T, T + 60_000), gone('c', T - 5000, T + 60_000)];
    sites.follow(T + 61_000, north(old, b, c));
    expect(sites.lost).toMatchObject([{ pdus: new Set(['b', 'c']) }]);
    expect([old, b].map((member) => sites.isAway('north', member))).toEqual([true, false]);
    sites.follow(T + 62_000, north(old, b));
    expect(sites.lost).toEqual([]);
    expect(sites.isAway('north', b)).toBe(true);
  });

  it('is not known before all PDUs could have come back after a start, nor by PDUs that were never heard', () => {
    const sites = new SilentSites();
    sites.follow(T, north(unknown('a', T - 900_000), unknown('b', T - 900_000)));
    expect(sites.lost).toEqual([]);
    const never = (id: string): Member => ({ id, online: false, heardAt: undefined, goneAt: undefined });
    sites.follow(T, north(never('a'), never('b')));
    expect(sites.lost).toEqual([]);
    expect(sites.isAway('north', never('a'))).toBe(true);
  });

  it('is seen after a restart by what was stored, although that may be a minute old', () => {
    const sites = new SilentSites();
    sites.follow(T, north(gone('a', T - 900_000), gone('b', T - 990_000), gone('c', T - 5_000_000)));
    expect(sites.lost).toMatchObject([{ since: T - 900_000, pdus: new Set(['a', 'b']) }]);
  });

  it('is known by the word of the broker of the site, even of a single PDU', () => {
    const sites = new SilentSites();
    const { lost } = sites.follow(T, north(unknown('a', T - 1000)), new Map([['north', T - 500]]));
    expect(lost).toEqual([{ site: 'north', since: T - 500, reason: 'bridge', pdus: new Set(['a']) }]);
    expect(sites.follow(T + 1000, north(there('a', T + 900))).back).toEqual(['north']);
  });

  it('is not lost for a PDU that is heard all the same, by another way than its broker', () => {
    const sites = new SilentSites();
    const bridges = new Map([['north', T - 500]]);
    sites.follow(T, north(there('a', T), unknown('b', T - 1000)), bridges);
    expect(sites.lost).toMatchObject([{ pdus: new Set(['b']) }]);
    sites.follow(T + 1000, north(there('a', T), there('b', T + 900)), bridges);
    expect(sites.lost).toEqual([]);
  });

  it('says nothing of the only PDU of a site, nor of another site', () => {
    const sites = new SilentSites();
    const alone = gone('alone', T, T + 1000);
    sites.follow(T + 2000, new Map([...north(alone), ['south', [there('s', T)]]]));
    expect(sites.lost).toEqual([]);
    expect(sites.isAway('north', alone)).toBe(true);
  });
});
