/** The findings of axe on a page, in the state in which it is shown. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Resolves when the page is laid out and drawn in its present size and theme, also what is drawn again because its own
 * size has changed, with every transition at its end. What a page does after it is drawn, such as to move the focus, is done.
 */
export const SETTLED = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  .then(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 1000 })))
  .then(() => { for (const a of document.getAnimations()) if (a instanceof CSSTransition) a.finish(); })`;

/** The rules whose answer depends on the theme; a page that has passed all rules in one theme needs only these in the other. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const THEMES = ['light', 'dark'] as const;

/**
 * The violations of a page in both themes, one per line: `dark: color-contrast: <span …>`.
 *
 * @param within a selector of the part to check; the whole page without it
 */
export async function violationsInBothThemes(page: Page, within?: string): Promise<string[]> {
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor();
    const rules = theme === 'light' ? undefined : COLOUR_RULES;
    found.push(...(await violations(page, within, rules)).map((line) => `${theme}: ${line}`));
  }
  return found;
}

/**
 * The violations that are moderate or worse, one per line: `color-contrast: <span …>`.
 *
 * @param within a selector of the part to check; the whole page without it
 * @param rules the only rules to check; all without them
 */
export async function violations(page: Page, within?: string, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(SETTLED);
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(AXE);
  const where = within === undefined ? 'document' : JSON.stringify(within);
  const { violations: found } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    `axe.run(${where}, ${JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })})`,
  );
  return found
    .filter(({ impact }) => impact !== 'minor')
    .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
