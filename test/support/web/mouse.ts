/** Moves of the mouse on a page whose parts may still move or be drawn again: each is made until the page has taken it. */
import type { Locator } from 'playwright-core';
import { until } from './browser.js';

/** Points at something until the page shows what it shows then. */
export async function pointAt(what: Locator, shown: Locator): Promise<void> {
  await until(async () => {
    await what.hover();
    return shown.isVisible();
  }, Boolean);
}

/**
 * Drags over a part of a chart, which selects it; holds the keys that are held down.
 *
 * @param plot the area of its lines, `.u-over`
 * @param from where it begins, as a share of the width
 * @param to where it ends; above 1 it ends beside the chart
 */
export async function dragOver(plot: Locator, from: number, to: number): Promise<void> {
  const { mouse } = plot.page();
  await until(async () => {
    const { width: before = 0 } = (await plot.boundingBox()) ?? {};
    await plot.hover({ position: { x: before * from, y: 40 } }); // once it stands still and nothing is above it
    const { x = 0, y = 0, width = 0 } = (await plot.boundingBox()) ?? {};
    await mouse.down();
    await mouse.move(x + width * to, y + 40, { steps: 4 });
    const { width: selected = 0 } = (await plot.locator('.u-select').boundingBox()) ?? {};
    const isSelected = selected > (width * (Math.min(1, to) - from)) / 2;
    if (!isSelected) await mouse.up();
    return isSelected;
  }, Boolean);
  await mouse.up();
}
