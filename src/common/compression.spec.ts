import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { CachedResponse } from './cached-response.js';
import { compressed, MIN_COMPRESSED } from './compression.js';

const LIST = JSON.stringify(Array.from({ length: 100 }, (_, place) => ({ id: place, name: `Größe ${place}` })));

describe('the compressed form of a cached response', () => {
  it('is made once for all who ask for it, together or later', async () => {
    const answer = new CachedResponse(LIST, '"run-1"');
    const first = answer.in('br');
    expect(answer.in('br')).toBe(first);
    const form = await first;
    expect(answer.in('br')).toBe(form);
    expect(form.body.length).toBeLessThan(LIST.length / 4);
    expect(brotliDecompressSync(form.body).toString()).toBe(LIST);
  });

  it('has a validator of its own for each coding', async () => {
    const answer = new CachedResponse(LIST, '"run-1"');
    const encodings = [undefined, 'br', 'gzip'] as const;
    const forms = await Promise.all(encodings.map(async (encoding) => answer.in(encoding)));
    expect(forms.map(({ etag, encoding }) => [etag, encoding])).toEqual([
      ['"run-1"', undefined],
      ['"run-1-br"', 'br'],
      ['"run-1-gzip"', 'gzip'],
    ]);
    expect(forms.map(({ etag }) => etag)).toEqual(encodings.map((encoding) => answer.etagIn(encoding)));
    expect(gunzipSync(forms[2]?.body ?? Buffer.alloc(0)).toString()).toBe(LIST);
  });

  it('is the response itself where that is small', () => {
    const answer = new CachedResponse('[]', '"run-1"');
    expect(answer.in('br')).toBe(answer);
    expect(answer.etagIn('br')).toBe('"run-1"');
  });

  it('is the response itself while too much else is compressed, and is made at a later request', async () => {
    const others = Array.from({ length: 40 }, () => compressed(Buffer.from(LIST), 'gzip'));
    const answer = new CachedResponse(LIST, '"run-1"');
    expect(await answer.in('br')).toBe(answer);
    const made = await Promise.all(others);
    expect(made.filter((each) => each === undefined)).toHaveLength(8);
    expect((await answer.in('br')).encoding).toBe('br');
  });
});

it('a response of less than a kilobyte is small', () => {
  expect(MIN_COMPRESSED).toBe(1024);
});
