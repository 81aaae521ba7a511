import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BOX, pathLayout, type PathPart } from './path-layout.js';

/** A PDU of any size: inlets, three lines of each or none, banks of one or two lines, outlets. */
const aPdu = fc
  .record({
    inlets: fc.integer({ min: 1, max: 2 }),
    isThreePhase: fc.boolean(),
    banks: fc.array(fc.record({ lines: fc.integer({ min: 1, max: 2 }), outlets: fc.nat(16) }), {
      minLength: 1,
      maxLength: 6,
    }),
    watts: fc.array(fc.double({ min: 0, max: 4000, noNaN: true }), { minLength: 96, maxLength: 96 }),
  })
  .map(({ inlets, isThreePhase, banks, watts }) => {
    const parts: PathPart[] = [];
    for (let inlet = 0; inlet < inlets; inlet++) {
      parts.push({ id: `I${inlet}`, kind: 'inlet', parents: [] });
      if (isThreePhase)
        for (const line of [0, 1, 2]) parts.push({ id: `L${line}I${inlet}`, kind: 'line', parents: [`I${inlet}`] });
    }
    banks.forEach(({ lines, outlets }, bank) => {
      const inlet = bank % inlets;
      const ofLines = Array.from({ length: lines }, (_, place) => `L${(bank + place) % 3}I${inlet}`);
      parts.push({ id: `B${bank}`, kind: 'bank', parents: isThreePhase ? ofLines : [`I${inlet}`] });
      for (let outlet = 0; outlet < outlets; outlet++)
        parts.push({ id: `${bank}-${outlet}`, kind: 'outlet', parents: [`B${bank}`] });
    });
    const outlets = parts.filter(({ kind }) => kind === 'outlet');
    const power = new Map(outlets.map(({ id }, place) => [id, watts[place] ?? 0]));
    // The power of a part is that of the parts behind it.
    for (const kind of ['bank', 'line', 'inlet'] as const) {
      for (const { id } of parts.filter((part) => part.kind === kind)) {
        const behind = parts.filter(({ parents }) => parents.includes(id));
        power.set(
          id,
          behind.reduce((sum, part) => sum + (power.get(part.id) ?? 0) / part.parents.length, 0),
        );
      }
    }
    return { parts, wattsOf: ({ id }: PathPart) => power.get(id) ?? 0 };
  });
const aSize = fc.record({ width: fc.integer({ min: 300, max: 1600 }), height: fc.integer({ min: 150, max: 700 }) });
/** Rounding of floating point, px. */
const ABOUT = 0.01;

describe('the power path', () => {
  it('draws every part once, within its height, and nothing overlaps', () => {
    fc.assert(
      fc.property(aPdu, aSize, ({ parts, wattsOf }, size) => {
        const { boxes, height } = pathLayout(parts, wattsOf, size);
        expect(boxes.map(({ node }) => node.id).sort()).toEqual(parts.map(({ id }) => id).sort());
        expect(height).toBeGreaterThanOrEqual(size.height);
        for (const x of new Set(boxes.map((box) => box.x))) {
          const column = boxes.filter((box) => box.x === x).sort((a, b) => a.y - b.y);
          let end = 0;
          for (const box of column) {
            expect(box.y).toBeGreaterThanOrEqual(end - ABOUT);
            end = box.y + box.height;
          }
          expect(end).toBeLessThanOrEqual(height + ABOUT);
          expect(x + BOX).toBeLessThanOrEqual(size.width);
        }
      }),
    );
  });

  it('has flows as wide as their power, which add up to that of the part that they come to', () => {
    fc.assert(
      fc.property(aPdu, aSize, ({ parts, wattsOf }, size) => {
        const { flows, boxes, scale } = pathLayout(parts, wattsOf, size);
        expect(flows).toHaveLength(parts.reduce((sum, { parents }) => sum + parents.length, 0));
        for (const { watts, width } of flows) expect(width).toBeCloseTo(watts * scale, 6);
        for (const { node, watts, height } of boxes) {
          const into = flows.filter(({ to }) => to.node === node).reduce((sum, flow) => sum + flow.width, 0);
          if (node.parents.length > 0) expect(into).toBeCloseTo(watts * scale, 3);
          expect(into).toBeLessThanOrEqual(height + ABOUT);
          const out = flows.filter(({ from }) => from.node === node).reduce((sum, flow) => sum + flow.width, 0);
          expect(out).toBeLessThanOrEqual(height + ABOUT);
        }
      }),
    );
  });

  it('ends each flow within the boxes that it connects', () => {
    fc.assert(
      fc.property(aPdu, aSize, ({ parts, wattsOf }, size) => {
        for (const { from, to, y1, y2, width } of pathLayout(parts, wattsOf, size).flows) {
          expect(y1 - width / 2).toBeGreaterThanOrEqual(from.y - ABOUT);
          expect(y1 + width / 2).toBeLessThanOrEqual(from.y + from.height + ABOUT);
          expect(y2 - width / 2).toBeGreaterThanOrEqual(to.y - ABOUT);
          expect(y2 + width / 2).toBeLessThanOrEqual(to.y + to.height + ABOUT);
        }
      }),
    );
  });

  it('begins the flows of a part without power at its lower edge, so that none runs through its name', () => {
    const parts: PathPart[] = [
      { id: '1', kind: 'bank', parents: [] },
      { id: 'a', kind: 'outlet', parents: ['1'] },
      { id: 'b', kind: 'outlet', parents: ['1'] },
    ];
    const { flows } = pathLayout(parts, () => 0, { width: 600, height: 300 });
    expect(flows.map(({ from, y1 }) => y1 - from.y - from.height)).toEqual([0, 0]);
  });

  it('takes all from the inlet of a transfer switch that delivers', () => {
    const parts: PathPart[] = [
      { id: 'A', kind: 'inlet', parents: [] },
      { id: 'B', kind: 'inlet', parents: [] },
      { id: '1', kind: 'bank', parents: ['A', 'B'] },
    ];
    const { flows } = pathLayout(parts, ({ id }) => (id === 'B' ? 0 : 500), { width: 600, height: 300 });
    expect(flows.map(({ watts }) => watts)).toEqual([500, 0]);
  });
});
