import { describe, expect, it } from '@jest/globals';
import { docsAsset } from './docs-assets.js';
import { docsPage, docsStart } from './docs-assets.js';

describe('the API explorer', () => {
  it('has every file that its page needs, with its type', async () => {
    const files = [...docsPage('').matchAll(/(?:src|href)="\/api\/docs\/([^"]+)"/g)].map(([, name = '']) => name);
    expect(files).toHaveLength(4);
    for (const name of files) {
      const { type, length } = (await docsAsset(name, '')).getHeaders();
      expect(type).toMatch(/^(text\/javascript|text\/css|image\/png)/);
      expect(length).toBeGreaterThan(0);
    }
  });

  it.each(['package.json', 'index.html', '../swagger-ui-dist/swagger-ui.css', 'constructor', ''])(
    'does not serve %j',
    async (name) => {
      await expect(docsAsset(name, '')).rejects.toMatchObject({ code: 'PATH_UNKNOWN' });
    },
  );

  it('runs no inline script and loads nothing from elsewhere', () => {
    expect(docsPage('')).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=|https?:|"\/\//);
    expect(docsStart('')).toContain('validatorUrl: null');
  });
});
