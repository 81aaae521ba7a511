import { describe, expect, it } from '@jest/globals';
import { familiesOf } from './exposition.js';
import { metricsOf } from './metric.js';

interface Meter {
  readonly id: string;
  readonly energy: number | undefined;
}

const { counter, gauge } = metricsOf<Meter>(({ id }) => ({ id }));

async function textOf(...meters: Meter[]): Promise<string> {
  const rows = [counter('energy_total', 'Energy.', ({ energy }) => energy), gauge('meter', 'Meter.', () => 1)];
  const families: string[] = [];
  for await (const family of familiesOf(rows, meters)) families.push(family);
  return families.join('\n');
}

describe('the text of metrics', () => {
  it('has all meters where one of them counts below zero', async () => {
    const text = await textOf({ id: 'a', energy: 5 }, { id: 'b', energy: -0.1 }, { id: 'c', energy: 7 });
    expect(text).toContain('energy_total{id="a"} 5');
    expect(text).toContain('energy_total{id="c"} 7');
    expect(text).toContain('meter{id="b"} 1');
    expect(text).not.toContain('energy_total{id="b"}');
  });
});
