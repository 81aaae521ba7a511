/** The findings of axe on a page, in the state in which it is shown. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Resolves when the page is laid out and drawn in its present size and theme, with every transition at its end. */
export const SETTLED = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => {
  for (const a of document.getAnimations()) if (a instanceof CSSTransition) a.finish();
})`;

/**
 * The serious and critical violations, one per line: `color-contrast: <span …>`.
 *
 * @param within a selector of the part to check; the whole page without it
 */
export async function violations(page: Page, within?: string): Promise<string[]> {
  await page.evaluate(SETTLED);
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(AXE);
  const where = within === undefined ? 'document' : JSON.stringify(within);
  const { violations: found } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    `axe.run(${where}, { resultTypes: ['violations'] })`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
