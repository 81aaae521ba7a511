import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { maskedUrl } from './masked-url.js';

describe('an address as it is shown', () => {
  it.each([
    ['http://192.0.2.7', 'http://192.0.2.7'],
    ['192.0.2.7:8080/hook', '192.0.2.7:8080/hook'],
    [
      'https://hooks.example/services/T0001/B0002/abcdefgh12345678',
      'https://hooks.example/services/T0001/B0002/--------',
    ],
    ['hook.example/a?token=abc&x=1', 'hook.example/a?token=--------&x=--------'],
    ['http://hook.example?abc', 'http://hook.example?--------'],
    ['http://hook.example/#abc', 'http://hook.example/#--------'],
    ['http://a-long-name-of-a-host.example/', 'http://a-long-name-of-a-host.example/'],
    ['http://hook.example/?', 'http://hook.example/?'],
    ['', ''],
  ])('%j is %j', (given, shown) => expect(maskedUrl(given)).toBe(shown));

  it('is the same when it is masked again, and holds no value of the query', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const masked = maskedUrl(url);
        expect(maskedUrl(masked)).toBe(masked);
        expect(new URL(masked).host).toBe(new URL(url).host);
      }),
    );
  });

  it('shows no key that stands in its query or as a part of its path', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{16,60}$/), (key) => {
        fc.pre(!/^-+$/.test(key));
        expect(maskedUrl(`https://hook.example/x/${key}/y?k=${key}#${key}`)).not.toContain(key);
      }),
    );
  });
});
