/** The picture of each built-in model, from its profile alone. */
import { describe, expect, it } from '@jest/globals';
import { PowerTree } from '../../src/capacity/power-tree.js';
import { BUILT_IN_PROFILES } from '../../src/hardware/profiles/index.js';
import { PduModel } from '../../src/hardware/profiles/pdu-model.js';
import { pathLayout, type PathPart } from '../../web/src/pages/rack/path-layout.js';
import { bankRuns, rackLayout } from '../../web/src/pages/rack/rack-layout.js';
import { receptacleForm } from '../../web/src/pages/rack/receptacle-form.js';
import { shadesOf } from '../../web/src/pages/rack/shades.js';

const MODELS = BUILT_IN_PROFILES.map((profile) => [profile.model, new PduModel(profile)] as const);

/** The parts as `GET /api/capacity` answers them. */
function partsOf(model: PduModel): PathPart[] {
  const tree = new PowerTree(model, 1);
  return tree.nodes.map(({ id, kind, inlet, parents }) => ({
    id,
    kind,
    parents: (kind === 'line' ? tree.inlets.slice(inlet, inlet + 1) : parents).map((parent) => parent.id),
  }));
}

describe.each(MODELS)('the picture of %s', (_, model) => {
  const { outlets, banks } = model;
  const isStrip = model.profile.formFactor === '0U';
  const layout = rackLayout(outlets.length, isStrip);

  it('has every outlet once, in physical order', () => {
    const inOrder = layout.places
      .map((place, index) => ({ ...place, index }))
      .sort((a, b) => (isStrip ? a.column - b.column || a.row - b.row : a.row - b.row || a.column - b.column));
    expect(inOrder.map(({ index }) => index)).toEqual(outlets.map(({ position }) => position));
    expect(layout.rows * layout.columns).toBeGreaterThanOrEqual(outlets.length);
  });

  it('draws every receptacle in its own form', () => {
    expect(outlets.filter(({ receptacle }) => receptacleForm(receptacle) === 'round')).toEqual([]);
  });

  it('brackets every outlet with its bank', () => {
    const runs = bankRuns(
      outlets.map(({ bankId }) => bankId),
      layout.places,
      isStrip,
    );
    expect(runs.reduce((sum, { length }) => sum + length, 0)).toBe(outlets.length);
    for (const { id } of banks.filter(({ position }) => outlets.some(({ bank }) => bank === position)))
      expect(runs.some(({ bankId }) => bankId === id)).toBe(true);
  });

  it('has a power path in which nothing overlaps and the widths add up', () => {
    const parts = partsOf(model);
    const { boxes, flows, height } = pathLayout(parts, ({ kind }) => (kind === 'outlet' ? 100 : 800), {
      width: 600,
      height: 530,
    });
    expect(boxes).toHaveLength(parts.length);
    for (const one of boxes) {
      expect(one.y + one.height).toBeLessThanOrEqual(height + 0.01);
      const others = boxes.filter((box) => box !== one && box.x === one.x);
      for (const box of others)
        expect(box.y >= one.y + one.height - 0.01 || box.y + box.height <= one.y + 0.01).toBe(true);
    }
    expect(flows).toHaveLength(parts.reduce((sum, { parents }) => sum + parents.length, 0));
  });

  it('gives neighbouring banks shades of their own', () => {
    const shadeOf = shadesOf(partsOf(model));
    for (const [place, { id }] of banks.entries()) {
      expect([1, 2, 3]).toContain(shadeOf(id));
      const next = banks[place + 1];
      if (next) expect(shadeOf(next.id)).not.toBe(shadeOf(id));
    }
  });
});
