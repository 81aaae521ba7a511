/** The rings that show where the focus of the keyboard is: of one control of each kind on a page. */
import type { Page } from 'playwright-core';

/** Code for the page is text, because the server has no types of a browser. */
const RINGS = `(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  /** The colour that layers add up to, from the lowest to the highest. */
  const colour = (layers) => {
    for (const layer of layers) { drawing.fillStyle = layer; drawing.fillRect(0, 0, 1, 1); }
    return [...drawing.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (parts) => parts
    .map((part) => part / 255).map((share) => share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const contrast = (one, other) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  const boxesAround = (e) => e ? [e, ...boxesAround(e.parentElement)] : [];
  const layersOf = (e) => ['#fff', ...boxesAround(e).reverse().map((box) => getComputedStyle(box).backgroundColor)];
  /** The box that draws the ring of a control: itself, the label or track behind a hidden input, or the field around it. */
  const ringOf = (e) => [e, e.nextElementSibling, e.closest('.mantine-Input-input'), e.parentElement.querySelector('.mantine-Switch-track')]
    .find((box) => box && getComputedStyle(box).outlineStyle === 'solid' && parseFloat(getComputedStyle(box).outlineWidth) >= 2);
  const cutsOf = (ring, reach) => {
    const { left, top, right, bottom } = ring.getBoundingClientRect();
    const hidden = (a) => Math.max(a.left - left, a.top - top, right - a.right, bottom - a.bottom) + reach;
    const cuts = boxesAround(ring.parentElement).filter((box) => box !== document.body && box !== document.documentElement)
      .filter((box) => getComputedStyle(box).overflowX !== 'visible' || getComputedStyle(box).contain.includes('paint'))
      .map((box) => [box.className, hidden({
        left: box.getBoundingClientRect().left + box.clientLeft, top: box.getBoundingClientRect().top + box.clientTop,
        right: box.getBoundingClientRect().left + box.clientLeft + box.clientWidth, bottom: box.getBoundingClientRect().top + box.clientTop + box.clientHeight,
      })]);
    return [...cuts, ['the window', Math.max(-left, right - innerWidth) + reach]].filter(([, by]) => by > 0.6);
  };
  const seen = new Set();
  const found = [];
  // A dialog or a menu has the focus to itself; the newest one lies above the others.
  const opened = [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1) ?? document;
  const controls = opened.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"], [role=gridcell], [role=menuitem]');
  for (const e of controls) {
    const classes = String(e.className).split(' ').filter((name) => !name.startsWith('m_') && !name.startsWith('__')).sort().join('.');
    const kind = [e.tagName.toLowerCase(), classes, e.type, e.role].join(' ');
    if (seen.has(kind) || e.disabled || !e.checkVisibility({ visibilityProperty: true })) continue;
    e.focus();
    if (document.activeElement !== e) continue;
    seen.add(kind);
    const name = kind + ' «' + (e.ariaLabel ?? e.textContent).slice(0, 30) + '»: ';
    const ring = ringOf(e);
    if (!ring) { found.push(name + 'no ring'); continue; }
    const { outlineColor, outlineOffset, outlineWidth } = getComputedStyle(ring);
    const layers = layersOf(parseFloat(outlineOffset) < 0 ? ring : ring.parentElement);
    const ratio = contrast(colour([...layers, outlineColor]), colour(layers));
    if (ratio < 3) found.push(name + 'contrast ' + ratio.toFixed(1));
    const reach = Math.max(0, parseFloat(outlineOffset) + parseFloat(outlineWidth));
    found.push(...cutsOf(ring, reach).map(([box, by]) => name + box + ' cuts ' + by.toFixed(1) + ' px'));
  }
  return { kinds: [...seen], found };
})()`;

interface Rings {
  /** The kinds of controls that have been checked. */
  readonly kinds: string[];
  /** The rings that are missing, have a contrast below 3:1 with their ground, or are cut by a box around them, one per line. */
  readonly found: string[];
}

async function ringsOf(page: Page): Promise<Rings> {
  // A ring is drawn for who uses the keyboard; Tab would close a menu.
  await page.keyboard.press((await page.getByRole('menu').count()) > 0 ? 'ArrowDown' : 'Tab');
  return page.evaluate(RINGS);
}

/** The rings of what is open on the page, a dialog or a menu, or else of the page itself, in both themes. */
export async function ringsInBothThemes(page: Page): Promise<Rings> {
  const kinds = new Set<string>();
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    const rings = await ringsOf(page);
    rings.kinds.forEach((kind) => kinds.add(kind));
    found.push(...rings.found.map((fault) => `${colorScheme}: ${fault}`));
  }
  return { kinds: [...kinds], found };
}
