import type { PowerNode } from '../../components/power-tree.js';
import { isUnsupplied } from '../../components/supply.js';
import { live } from '../../live/live.js';

export interface Reading {
  readonly watts?: number | undefined;
  readonly amps?: number | undefined;
  readonly isTripped?: boolean;
  /** Nothing comes from it or to it, also because of its breaker. */
  readonly isDead?: boolean;
}

const lineNow = (id: string) =>
  live
    .all('inlets')
    .flatMap(({ inletLines }) => inletLines ?? [])
    .find((line) => line.id === id);

/** The newest power and current of a part in the stream, and whether it has a supply. */
export const readingOf = (node: PowerNode, nodes: readonly PowerNode[]): Reading => ({
  ...loadOf(node, nodes),
  isDead: node.kind !== 'outlet' && isUnsupplied(live, node.id),
});

function loadOf(node: PowerNode, nodes: readonly PowerNode[]): Reading {
  const { id, kind } = node;
  if (kind === 'bank') {
    const bank = live.get('banks', id);
    return { watts: bank?.activePower, amps: bank?.currentRms, isTripped: bank?.circuitBreakerClosed === false };
  }
  if (kind === 'outlet') {
    const outlet = live.get('outlets', id);
    return { watts: outlet?.watts, amps: outlet?.currentRms };
  }
  if (kind === 'inlet') {
    const inlet = live.get('inlets', id);
    return { watts: inlet?.inletActivePower, amps: inlet?.inletCurrentRms };
  }
  // The power of a line is that of its banks: a bank between two lines draws half from each.
  const banks = nodes.filter((each) => each.kind === 'bank' && each.parents.includes(id));
  const power = banks.reduce(
    (sum, bank) => sum + (live.get('banks', bank.id)?.activePower ?? 0) / bank.parents.length,
    0,
  );
  return { watts: power, amps: lineNow(id)?.currentRms };
}
