import type { PowerNode } from '../../components/power-tree.js';
import { words } from '../../language/words.js';
import { watts } from '../../language/format.js';
import { live, useLiveSummary } from '../../live/live.js';
import { roomText } from './limit-text.js';
import { readingOf } from './path-readings.js';

interface PathTextProps {
  readonly node: PowerNode;
  readonly nodes: readonly PowerNode[];
  /** The node has the loads of a calculation. */
  readonly planned: boolean;
  readonly x: number;
  readonly y: number;
  /** The room for it, px. */
  readonly width: number;
}

/** The text below the name of a part: what is left of it, the power of an inlet, or why there is none. */
export function PathText({ node, nodes, planned, x, y, width }: PathTextProps) {
  const text = useLiveSummary(() => textOf(node, nodes, planned, width));
  return (
    <text x={x} y={y.toFixed(1)} fontSize={11} className="power-path-more">
      {text}
    </text>
  );
}

function textOf(node: PowerNode, nodes: readonly PowerNode[], planned: boolean, width: number): string {
  const now = readingOf(node, nodes);
  if (now.isTripped) return words.rack.tripped;
  if (now.isDead) return words.rack.noVoltage;
  const [power, amps] = planned ? [node.nowWatts, node.nowAmps] : [now.watts, now.amps];
  if (node.kind === 'inlet') return power === undefined ? idleInlet(node.id) : watts(power);
  if (amps === undefined || node.usableAmps === undefined) return watts(power);
  return roomText(amps, node, width);
}

/** The state of an inlet of a transfer switch that delivers nothing. */
function idleInlet(id: string): string {
  const ready = live.get('inlets', id)?.atsInletReady;
  if (ready === undefined) return watts(undefined);
  return ready ? words.rack.inletReady : words.rack.noVoltage;
}
