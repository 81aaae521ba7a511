import { describe, expect, it } from '@jest/globals';
import { pageOf, preloads } from './ui-build.js';

const PAGES = ['/', '/groups', '/groups/:groupId', '/network/web'];

describe('a path', () => {
  it.each([
    ['/', '/'],
    ['/groups', '/groups'],
    ['/groups/', '/groups'],
    ['/groups/7', '/groups/:groupId'],
    ['/network/web', '/network/web'],
  ])('%s is the page %s of the browser UI', (path, page) => {
    expect(pageOf(path, PAGES)).toBe(page);
  });

  it.each(['/group', '/groups/7/outlets', '/network', '/wp-admin.php'])('is not a page: %s', (path) => {
    expect(pageOf(path, PAGES)).toBeUndefined();
  });
});

it('names the files of a page below the base path', () => {
  expect(preloads(['assets/a.js', 'assets/a.css'], '/pdu')).toBe(
    '<link rel="modulepreload" crossorigin href="/pdu/assets/a.js">' +
      '<link rel="preload" as="style" crossorigin href="/pdu/assets/a.css">',
  );
});
