import { useElementSize } from '@mantine/hooks';
import { words } from '../../language/words.js';
import { number, watts } from '../../language/format.js';
import { live, useLiveSummary } from '../../live/live.js';
import { Panel } from '../../components/page.js';
import { BOX, pathLayout, type PathNode } from './path-layout.js';
import { levelOf } from './use-outlet-now.js';
import type { Plan } from './use-plan.js';
import type { PowerNode } from './use-power-tree.js';
import './power-path.css';

interface PowerPathProps {
  readonly nodes: readonly PowerNode[];
  readonly plan: Plan;
  /** The outlet whose way is marked. */
  readonly opened: string | undefined;
  readonly height: number;
}

interface Reading {
  readonly watts?: number | undefined;
  readonly amps?: number | undefined;
  readonly isTripped?: boolean;
}

/** The power from the inlets to the outlets: the width of a flow is its power, a tripped breaker is a gap. */
export function PowerPath({ nodes, plan, opened, height }: PowerPathProps) {
  const { ref, width } = useElementSize();
  // Tens of watts are finer than a pixel, so that the picture is drawn again only for a change that is visible.
  const text = useLiveSummary(() => JSON.stringify(nodes.map((node) => [node.id, readingOf(node, nodes)])));
  const readings = new Map(JSON.parse(text) as [string, Reading][]);
  if (nodes.length === 0) return null;
  const shown = plan.nodes ? nodes.map((node) => plan.nodes?.get(node.id) ?? node) : nodes;
  const now = (node: PowerNode): Reading =>
    plan.nodes
      ? { ...readings.get(node.id), watts: node.nowWatts, amps: node.nowAmps }
      : (readings.get(node.id) ?? { watts: undefined });
  const { boxes, flows, outletSlot } = pathLayout(shown, (node) => now(node).watts ?? 0, {
    width: Math.max(300, width),
    height,
  });
  const shadeOf = shades(shown);
  const marked = wayOf(opened, shown);
  return (
    <Panel title={words.rack.path}>
      <div ref={ref} className="power-path live-picture">
        <svg width={Math.max(300, width)} height={height} role="img" aria-label={words.rack.pathLabel}>
          {flows.map(({ key, from, to, y1, y2, width: stroke }) => {
            const [x1, x2] = [from.x + BOX, to.x];
            const middle = (x1 + x2) / 2;
            const isOut = now(from.node).isTripped === true || now(to.node).isTripped === true;
            return (
              <path
                key={key}
                d={`M${x1} ${y1.toFixed(1)}C${middle} ${y1.toFixed(1)} ${middle} ${y2.toFixed(1)} ${x2} ${y2.toFixed(1)}`}
                strokeWidth={Math.max(1, stroke)}
                data-shade={shadeOf(from.node.kind === 'line' ? from.node : to.node)}
                data-tripped={isOut || undefined}
                data-marked={(marked.has(from.node.id) && marked.has(to.node.id)) || undefined}
              />
            );
          })}
          {boxes.map((box) => (
            <Box
              key={box.node.id}
              box={box}
              reading={now(box.node)}
              shade={shadeOf(box.node)}
              breaks={plan.broken.has(box.node.id)}
              slot={outletSlot}
            />
          ))}
        </svg>
      </div>
    </Panel>
  );
}

interface BoxProps {
  readonly box: PathNode;
  readonly reading: Reading;
  readonly shade: number;
  readonly breaks: boolean;
  /** Height that an outlet has for its text. */
  readonly slot: number;
}

function Box({ box: { node, x, y, height }, reading, shade, breaks, slot }: BoxProps) {
  const isOutlet = node.kind === 'outlet';
  const level = reading.isTripped ? 'bad' : levelOf(reading.amps, node);
  const name = node.kind === 'line' ? (node.id.split('-')[0] ?? node.name) : (node.deviceName ?? node.name);
  const middle = y + height / 2;
  const size = isOutlet ? Math.max(8, Math.min(11, slot - 1)) : 12;
  const isShown = !isOutlet || (reading.watts ?? 0) > 0;
  return (
    <g data-level={breaks ? 'bad' : level} data-shade={shade}>
      <title>{`${name}: ${watts(reading.watts)}`}</title>
      <rect x={x} y={y} width={BOX} height={height} rx={2} />
      {isShown && (
        <text x={x + BOX + 4} y={isOutlet ? middle + size * 0.35 : middle - 2} fontSize={size}>
          {name.length > 19 ? `${name.slice(0, 18)}…` : name}
        </text>
      )}
      {!isOutlet && (
        <text x={x + BOX + 4} y={middle + 12} fontSize={11} className="power-path-more">
          {reading.isTripped ? words.rack.tripped : leftText(node, reading)}
        </text>
      )}
    </g>
  );
}

const leftText = ({ usableAmps, kind }: PowerNode, { amps, watts: power }: Reading): string =>
  kind === 'inlet' || amps === undefined || usableAmps === undefined
    ? watts(power)
    : words.rack.left(number(usableAmps - amps, 1));

function readingOf(node: PowerNode, nodes: readonly PowerNode[]): Reading {
  const coarse = (value: number | undefined): number | undefined => value && Math.round(value / 10) * 10;
  const tenth = (value: number | undefined): number | undefined => value && Math.round(value * 10) / 10;
  if (node.kind === 'bank') {
    const bank = live.get('banks', node.id);
    const isTripped = bank?.circuitBreakerClosed === false;
    return { watts: coarse(bank?.activePower), amps: tenth(bank?.currentRms), isTripped };
  }
  if (node.kind === 'outlet') return { watts: coarse(live.get('outlets', node.id)?.watts) };
  if (node.kind === 'inlet') {
    const inlet = live.get('inlets', node.id);
    return { watts: coarse(inlet?.inletActivePower), amps: tenth(inlet?.inletCurrentRms) };
  }
  const line = live
    .all('inlets')
    .flatMap(({ inletLines }) => inletLines ?? [])
    .find(({ id }) => id === node.id);
  // The power of a line is that of its banks: a bank between two lines draws half from each.
  const banks = nodes.filter(({ kind, parents }) => kind === 'bank' && parents.includes(node.id));
  const power = banks.reduce(
    (sum, { id, parents }) => sum + (live.get('banks', id)?.activePower ?? 0) / parents.length,
    0,
  );
  return { watts: coarse(power), amps: tenth(line?.currentRms) };
}

/** The shade of a part, 1 to 3: that of its line; where there are no lines, the banks take the shades one by one. */
function shades(nodes: readonly PowerNode[]): (node: PowerNode) => number {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const lines = nodes.filter(({ kind }) => kind === 'line');
  const banks = nodes.filter(({ kind }) => kind === 'bank');
  const shadeOf = (node: PowerNode): number => {
    if (node.kind === 'line') return (lines.indexOf(node) % 3) + 1;
    const parent = byId.get(node.parents[0] ?? '');
    if (node.kind === 'outlet' && parent) return shadeOf(parent);
    if (node.kind === 'bank') return parent?.kind === 'line' ? shadeOf(parent) : (banks.indexOf(node) % 3) + 1;
    return 0;
  };
  return shadeOf;
}

/** The ids of an outlet and all parts on its way to the mains. */
function wayOf(id: string | undefined, nodes: readonly PowerNode[]): ReadonlySet<string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const way = new Set<string>();
  const add = (each: string): void => {
    way.add(each);
    byId.get(each)?.parents.forEach(add);
  };
  if (id !== undefined) add(id);
  return way;
}
