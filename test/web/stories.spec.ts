import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, jest } from '@jest/globals';
import { BROWSER_TEST, describeInBrowser } from '../support/web/browser.js';

jest.setTimeout(2 * BROWSER_TEST);

const ROOT = join(import.meta.dirname, '../..');

describeInBrowser('each part of the pages', () => {
  it('fits, passes axe and writes no error, in each of its states', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/stories.mjs', '--no-pictures'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^(?:[4-9]\d|\d{3,}) stories in 5 settings, 0 findings\n$/),
      stderr: '',
    });
  });
});
