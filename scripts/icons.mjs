/**
 * node scripts/icons.mjs: draws the icons of the installed application, web/src/app/icons/, from web/src/app/icon.svg with
 * Debian's Chromium. `maskable` has its mark in the middle of a full square, because the system cuts the shape.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const APP = join(import.meta.dirname, '../web/src/app');
const svg = readFileSync(join(APP, 'icon.svg'), 'utf8');
const square = svg
  .replace(' rx="7"', '')
  .replace('<path ', '<path transform="translate(16 16) scale(.72) translate(-16 -16)" ');
const ICONS = [
  ['180', 180, square],
  ['192', 192, svg],
  ['512', 512, svg],
  ['maskable', 512, square],
];

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage();
for (const [name, size, source] of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${source}`);
  await page.screenshot({ path: join(APP, `icons/icon-${name}.png`), omitBackground: true });
}
await browser.close();
