import { describe, expect, it } from '@jest/globals';
import { isPage } from './ui-build.js';

const PAGES = ['/', '/groups', '/groups/:groupId', '/network/web'];

describe('a path', () => {
  it.each(['/', '/groups', '/groups/', '/groups/7', '/network/web'])('is a page of the browser UI: %s', (path) => {
    expect(isPage(path, PAGES)).toBe(true);
  });

  it.each(['/group', '/groups/7/outlets', '/network', '/wp-admin.php'])('is not a page: %s', (path) => {
    expect(isPage(path, PAGES)).toBe(false);
  });
});
