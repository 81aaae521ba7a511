import { describe, expect, it } from '@jest/globals';
import { acceptedForm, openFile, wantsPage } from './ui-build.js';

const asset = { path: '/ui/a.js', type: 'text/javascript', encodings: ['br', 'gzip'] } as const;

describe('a file of the browser UI', () => {
  it.each([
    ['gzip, deflate, br', '/ui/a.js.br'],
    ['gzip', '/ui/a.js.gz'],
    ['br;q=0, gzip;q=0.8', '/ui/a.js.gz'],
    ['identity', '/ui/a.js'],
    [undefined, '/ui/a.js'],
  ])('is sent to a client that accepts %s as %s', (accepts, path) => {
    expect(acceptedForm(asset, accepts).path).toBe(path);
  });

  it('is not found once an upgrade has taken it away', async () => {
    await expect(openFile(asset.path)).rejects.toMatchObject({ code: 'PATH_UNKNOWN', status: 404 });
  });
});

describe('a page', () => {
  it('is requested by a browser, but not by a program', () => {
    expect(wantsPage('text/html,application/xhtml+xml,*/*;q=0.8')).toBe(true);
    expect(wantsPage('*/*')).toBe(false);
    expect(wantsPage(undefined)).toBe(false);
  });
});
