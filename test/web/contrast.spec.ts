/** The contrast of the colours of the pages (WCAG 2.2): 4.5:1 for text, 3:1 for graphics, in both themes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const CSS = readFileSync(join(import.meta.dirname, '../../web/src/app/app.css'), 'utf8');
type Colour = readonly [red: number, green: number, blue: number];

/** The colours of a block of the style sheet by name. */
function coloursIn(selector: string): ReadonlyMap<string, Colour> {
  const begin = CSS.indexOf(`\n${selector} {`);
  expect(begin).toBeGreaterThan(0);
  const block = CSS.slice(begin, CSS.indexOf('}', begin));
  return new Map(
    [...block.matchAll(/--([\w-]+): #([\da-f]{3,6});/g)].map(([, name = '', hex = '']) => {
      const long = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
      return [name, [0, 2, 4].map((at) => parseInt(long.slice(at, at + 2), 16)) as unknown as Colour];
    }),
  );
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: Colour, b: Colour): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

/** A colour mixed into another, as `color-mix(in srgb, …)` does. */
const mixed = (share: number, colour: Colour, into: Colour): Colour =>
  colour.map((part, at) => share * part + (1 - share) * (into[at] ?? 0)) as unknown as Colour;

describe('the colours on paper', () => {
  it('are those of the light theme, while the dark one is chosen too', () => {
    const dark = coloursIn(":root[data-mantine-color-scheme='dark']");
    const paper = coloursIn("  :root[data-mantine-color-scheme='dark']");
    const light = new Map([...coloursIn(":root[data-mantine-color-scheme='light']"), ...coloursIn(':root')]);
    expect([...dark.keys()].filter((name) => String(paper.get(name)) !== String(light.get(name)))).toEqual([]);
  });
});

describe.each([
  ['light', ':root'],
  ['dark', ":root[data-mantine-color-scheme='dark']"],
])('the colours of the %s theme', (_, selector) => {
  const colours = coloursIn(selector);
  const of = (name: string): Colour => {
    const colour = colours.get(name);
    if (!colour) throw new Error(`there is no --${name}`);
    return colour;
  };
  const GROUNDS = ['ground', 'raised'] as const;

  it('of phases, states and quiet text are legible as text on both grounds', () => {
    const texts = ['phase-1', 'phase-2', 'phase-3', 'ok', 'warn', 'bad', 'quiet', 'chart-1'];
    const weak = texts.flatMap((text) =>
      GROUNDS.filter((ground) => contrast(of(text), of(ground)) < 4.5).map((ground) => `${text} on ${ground}`),
    );
    expect(weak).toEqual([]);
  });

  it('are legible on the ground of an alarm and of a selection too', () => {
    const alarm = mixed(0.06, of('bad'), of('raised'));
    const tile = mixed(0.05, of('bad'), of('ground'));
    const chosen = mixed(0.08, of('chart-1'), of('ground'));
    const onAlarm = [alarm, tile].map((ground) => contrast(of('bad'), ground));
    const onChosen = ['ok', 'warn', 'bad', 'quiet'].map((text) => contrast(of(text), chosen));
    expect(Math.min(...onAlarm)).toBeGreaterThanOrEqual(4.5);
    expect(Math.min(...onChosen)).toBeGreaterThanOrEqual(4.5);
  });

  it('of the edge of a field differs from both grounds', () => {
    expect(GROUNDS.filter((ground) => contrast(of('edge'), of(ground)) < 3)).toEqual([]);
  });

  it('of bars differ from their track', () => {
    const bars = ['phase-1', 'phase-2', 'phase-3', 'chart-1', 'warn', 'bad'];
    expect(bars.filter((bar) => contrast(of(bar), of('line')) < 3)).toEqual([]);
  });
});
