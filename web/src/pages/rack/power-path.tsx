import { memo } from 'react';
import type { AlarmMark } from '../../components/alarms.js';
import { Panel } from '../../components/page.js';
import { levelOf, type PowerNode } from '../../components/power-tree.js';
import { useSize } from '../../components/use-size.js';
import { words } from '../../language/words.js';
import { useLiveSummary } from '../../live/live.js';
import { Balance } from './balance.js';
import { BOX, pathLayout, type PathFlow, type PathLayout, type PathNode } from './path-layout.js';
import { partName } from './part-name.js';
import { PathText } from './path-text.js';
import { readingOf, type Reading } from './path-readings.js';
import type { Shade } from './shades.js';
import type { Plan } from './use-plan.js';
import './power-path.css';

interface PowerPathProps {
  readonly nodes: readonly PowerNode[];
  readonly plan: Plan;
  readonly shadeOf: (id: string) => Shade;
  /** The mark of the worst alarm at each part, by its id. */
  readonly alarmed: ReadonlyMap<string, AlarmMark>;
  /** The outlet whose way is marked. */
  readonly opened: string | undefined;
  readonly height: number;
}

const LEAST_WIDTH = 300;
/** Mean width of a letter of a name, px. */
const WIDTH_OF_LETTER = 6.4;

/** The power from the inlets to the outlets: the width of a flow is its power, and a part without supply is a gap. */
export const PowerPath = memo(function PowerPath({ nodes, plan, shadeOf, alarmed, opened, height }: PowerPathProps) {
  const { ref, width: measured } = useSize();
  const shown = plan.nodes ? nodes.map((node) => plan.nodes?.get(node.id) ?? node) : nodes;
  // In steps of a pixel: the picture is drawn again only for a change that is visible.
  const text = useLiveSummary(() => coarseText(nodes, height));
  const coarse = new Map((JSON.parse(text) as [string, number, boolean][]).map(([id, ...now]) => [id, now]));
  // A role that sees neither inlets nor banks has no path.
  if (nodes.every(({ parents }) => parents.length === 0)) return null;
  const wattsOf = (node: PowerNode): number => (plan.nodes ? (node.nowWatts ?? 0) : (coarse.get(node.id)?.[0] ?? 0));
  const isDead = ({ id }: PowerNode): boolean => coarse.get(id)?.[1] === true;
  const width = Math.max(LEAST_WIDTH, measured);
  const layout = pathLayout(shown, wattsOf, { width, height });
  const marked = wayOf(opened, shown);
  return (
    <Panel title={words.rack.path}>
      <div ref={ref} className="power-path live-picture">
        {/* Loads of a calculation do not flow. */}
        {!plan.nodes && <Motion layout={layout} isOut={isDead} />}
        <svg width={width} height={layout.height} role="img" aria-label={words.rack.pathLabel}>
          <Flows layout={layout} marked={marked} shadeOf={shadeOf} isOut={isDead} />
          {layout.boxes.map((box) => (
            <Box
              key={box.node.id}
              box={box}
              nodes={nodes}
              planned={plan.nodes !== undefined}
              shade={shadeOf(box.node.id)}
              alarm={plan.broken.has(box.node.id) || isDead(box.node) ? 'bad' : alarmed.get(box.node.id)}
              slot={layout.outletSlot}
              column={Math.min(layout.columnWidth, width - box.x)}
            />
          ))}
        </svg>
      </div>
      <Balance nodes={nodes} plan={plan} shadeOf={shadeOf} />
    </Panel>
  );
});

/** The power of each part in steps of a pixel, and whether it has no supply, as a text. */
function coarseText(nodes: readonly PowerNode[], height: number): string {
  const readings = nodes.map((node): readonly [PowerNode, Reading] => [node, readingOf(node, nodes)]);
  const total = readings.reduce((sum, [{ kind }, { watts = 0 }]) => (kind === 'outlet' ? sum + watts : sum), 0);
  const pixel = Math.max(1, 2 ** Math.round(Math.log2(total / height || 1)));
  return JSON.stringify(
    readings.map(([{ id }, { watts = 0, isDead = false }]) => [id, Math.round(watts / pixel) * pixel, isDead]),
  );
}

interface MotionProps {
  readonly layout: PathLayout<PowerNode>;
  readonly isOut: (node: PowerNode) => boolean;
}

/** Bands that move with the power from the inlets to the banks, where it flows. */
function Motion({ layout: { flows }, isOut }: MotionProps) {
  const outlines = flows
    .filter(({ from, to, watts }) => to.node.kind !== 'outlet' && watts > 0 && !isOut(from.node) && !isOut(to.node))
    .map(outlineOf);
  if (outlines.length === 0) return null;
  return <div className="power-path-motion" aria-hidden="true" style={{ clipPath: `path('${outlines.join('')}')` }} />;
}

/** The edge of a flow, as a path. */
function outlineOf({ from, to, y1, y2, width }: PathFlow<PowerNode>): string {
  const [x1, x2, half] = [from.x + BOX, to.x, Math.max(1, width) / 2];
  const above = `M${x1} ${(y1 - half).toFixed(1)}${curve(x1, y1 - half, x2, y2 - half)}`;
  return `${above}V${(y2 + half).toFixed(1)}${curve(x2, y2 + half, x1, y1 + half)}Z`;
}

/** The curve of a path from one place to another, level at both. */
function curve(x1: number, y1: number, x2: number, y2: number): string {
  const middle = (x1 + x2) / 2;
  const [begin, end] = [y1.toFixed(1), y2.toFixed(1)];
  return `C${middle} ${begin} ${middle} ${end} ${x2} ${end}`;
}

interface FlowsProps {
  readonly layout: PathLayout<PowerNode>;
  readonly marked: ReadonlySet<string>;
  readonly shadeOf: (id: string) => Shade;
  readonly isOut: (node: PowerNode) => boolean;
}

function Flows({ layout: { flows }, marked, shadeOf, isOut }: FlowsProps) {
  return flows.map(({ key, from, to, y1, y2, width }) => {
    const [x1, x2] = [from.x + BOX, to.x];
    return (
      <path
        key={key}
        d={`M${x1} ${y1.toFixed(1)}${curve(x1, y1, x2, y2)}`}
        strokeWidth={Math.max(1, width).toFixed(1)}
        data-shade={shadeOf(from.node.kind === 'line' ? from.node.id : to.node.id)}
        data-tripped={isOut(from.node) || isOut(to.node) || undefined}
        data-marked={(marked.has(from.node.id) && marked.has(to.node.id)) || undefined}
      />
    );
  });
}

interface BoxProps {
  readonly box: PathNode<PowerNode>;
  readonly nodes: readonly PowerNode[];
  readonly planned: boolean;
  readonly shade: Shade;
  readonly alarm: AlarmMark | undefined;
  /** Height that an outlet has for its text. */
  readonly slot: number;
  /** Distance to the next column, or to the end of the picture, px. */
  readonly column: number;
}

function Box({ box: { node, watts, x, y, height }, nodes, planned, shade, alarm, slot, column }: BoxProps) {
  const level = useLiveSummary(() => {
    const amps = planned ? node.nowAmps : readingOf(node, nodes).amps;
    return levelOf(amps, node);
  });
  const isOutlet = node.kind === 'outlet';
  const name = partName(node);
  const middle = y + height / 2;
  const size = isOutlet ? Math.max(8, Math.min(11, slot - 1)) : 12;
  const chars = isOutlet ? 19 : Math.max(4, Math.floor((column - BOX - 8) / WIDTH_OF_LETTER));
  return (
    <g
      data-node={node.id}
      data-level={alarm === 'past' && level !== 'ok' ? level : (alarm ?? level)}
      data-shade={shade}
      tabIndex={-1}
    >
      <title>{name}</title>
      <rect x={x} y={y.toFixed(1)} width={BOX} height={height.toFixed(1)} rx={2} />
      <text
        x={x + BOX + 4}
        y={(isOutlet ? middle + size * 0.35 : middle - 2).toFixed(1)}
        fontSize={size}
        className={isOutlet && watts === 0 ? 'power-path-idle' : undefined}
      >
        {name.length > chars ? `${name.slice(0, chars - 1)}…` : name}
      </text>
      {!isOutlet && <PathText {...{ node, nodes, planned, x: x + BOX + 4, y: middle + 12, width: column - BOX - 8 }} />}
    </g>
  );
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
