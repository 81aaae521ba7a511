import { describe, expect, it } from '@jest/globals';
import { inCircles, type PortHolder } from './port-holder.js';

const holder = (port: number | undefined, missingPort?: number): PortHolder => ({
  port,
  missingPort,
  adjust: () => Promise.resolve(),
  release: () => Promise.resolve(),
});

/** The ports of those that keep each other from moving. */
const circle = (...holders: PortHolder[]) => inCircles(holders).map(({ port }) => port);

describe('servers that change their ports', () => {
  it('keep each other from moving if two of them swap, or more of them in a ring', () => {
    expect(circle(holder(22, 502), holder(502, 22))).toEqual([22, 502]);
    expect(circle(holder(22, 502), holder(502, 3493), holder(3493, 22))).toEqual([22, 502, 3493]);
  });

  it('stay where they are if another program is the reason, also in front of others', () => {
    expect(circle(holder(22, 8022), holder(502, 22), holder(3493, 502))).toEqual([]);
    expect(circle(holder(22, 502), holder(502, 22), holder(3493, 502))).toEqual([22, 502]);
    expect(circle(holder(undefined, 22), holder(22))).toEqual([]);
    expect(circle(holder(undefined, 22), holder(undefined, 22))).toEqual([]);
  });
});
