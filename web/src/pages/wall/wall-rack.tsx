import { useMemo, type CSSProperties } from 'react';
import type { Alarm, AlarmMark } from '../../components/alarms.js';
import type { NodesById, PowerNode } from '../../components/power-tree.js';
import { useSize } from '../../components/use-size.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import type { OutletRow } from '../outlets/outlet-rows.js';
import { alarmedParts } from '../rack/alarmed-parts.js';
import { BankBracket } from '../rack/bank-bracket.js';
import { OutletFace } from '../rack/outlet-tile.js';
import { pathLayout } from '../rack/path-layout.js';
import { PowerPath } from '../rack/power-path.js';
import { bankRuns, rackLayout } from '../rack/rack-layout.js';
import { shadesOf, type Shade } from '../rack/shades.js';
import type { Plan } from '../rack/use-plan.js';
import '../rack/rack.css';
import '../rack/rack-grid.css';
import '../rack/outlet-tile.css';

interface WallRackProps {
  readonly rows: readonly OutletRow[];
  readonly nodes: readonly PowerNode[];
  readonly byId: NodesById;
  readonly alarms: readonly Alarm[];
  /** The time at which they were read, while they cannot be read again. */
  readonly asOf: number | undefined;
}

/** The height of the title and the padding of the panel around the power path, px. */
const PATH_FRAME = 62;
/** The heights of the title of a balance with the space above it, and of each of its lines, px. */
const BALANCE = { title: 34, line: 23 };
/** Below this width a flat unit is drawn as a strip, px. */
const NARROW = 560;
/** So many outlets above each other have room for two lines each on a phone. */
const FEW = 10;
const ignore = (): void => undefined;

/** Nothing is calculated on a wall. */
const NO_PLAN: Plan = {
  ...{ isOn: false, load: 0, added: new Map(), lostInlet: undefined, result: undefined, error: null },
  ...{ nodes: undefined, broken: new Set() },
  ...{ toggle: ignore, setLoad: ignore, add: () => false, remove: ignore, lose: ignore, clear: ignore },
};

/** The height of all around the power path, px. */
function frameOf(nodes: readonly PowerNode[]): number {
  const lines = nodes.filter(({ kind }) => kind === 'line');
  const titles = new Set(lines.flatMap(({ parents }) => parents)).size;
  return PATH_FRAME + titles * BALANCE.title + lines.length * BALANCE.line;
}

/** The height in which the names of all parts can be read, px. */
const leastHeight = (nodes: readonly PowerNode[]): number => pathLayout(nodes, () => 0, { width: 0, height: 0 }).height;

/**
 * The picture of the PDU and the way of the power through it, as on the rack page but without any control. The path ends
 * at the banks where it has no room for the outlets, which are in the picture with their power.
 */
export function WallRack({ rows, nodes, byId, alarms, asOf }: WallRackProps) {
  const shadeOf = useMemo(() => shadesOf(nodes), [nodes]);
  const alarmed = useMemo(() => alarmedParts(alarms, asOf), [alarms, asOf]);
  const { user } = useSession();
  const { ref, height } = useSize();
  const frame = useMemo(() => frameOf(nodes), [nodes]);
  const short = useMemo(() => nodes.filter(({ kind }) => kind !== 'outlet'), [nodes]);
  const whole = frame + leastHeight(nodes);
  const { ref: body, width } = useSize();
  // On a phone eight tiles beside each other would have no room for a name.
  const isStrip = user.formFactor === '0U' || (width > 0 && width < NARROW);
  return (
    <div
      ref={body}
      className="wall-body rack"
      data-strip={isStrip || undefined}
      style={{ '--path-least': `${frame + leastHeight(short)}px`, '--path-whole': `${whole}px` } as CSSProperties}
    >
      {rows.length > 0 && <Outlets rows={rows} nodes={byId} isStrip={isStrip} shadeOf={shadeOf} alarmed={alarmed} />}
      {nodes.length > 0 && (
        <div ref={ref} className="wall-path" inert>
          <PowerPath
            nodes={height < whole ? short : nodes}
            plan={NO_PLAN}
            shadeOf={shadeOf}
            alarmed={alarmed}
            opened={undefined}
            height={Math.max(0, height - frame)}
          />
        </div>
      )}
    </div>
  );
}

interface OutletsProps {
  readonly rows: readonly OutletRow[];
  readonly nodes: NodesById;
  readonly isStrip: boolean;
  readonly shadeOf: (id: string) => Shade;
  readonly alarmed: ReadonlyMap<string, AlarmMark>;
}

function Outlets({ rows, nodes, isStrip, shadeOf, alarmed }: OutletsProps) {
  const layout = useMemo(() => rackLayout(rows.length, isStrip), [rows.length, isStrip]);
  const bankIds = rows.map(({ bankId }) => bankId);
  // A bracket takes the first track: beside each column of a strip, above each row of a flat unit.
  const at = (row: number, column: number): CSSProperties =>
    isStrip ? { gridRow: row + 1, gridColumn: 2 * column + 2 } : { gridRow: 2 * row + 2, gridColumn: column + 1 };
  return (
    <div
      className="wall-outlets rack-grid"
      data-strip={isStrip || undefined}
      data-few={layout.rows <= FEW || undefined}
      style={{ '--rack-rows': layout.rows, '--rack-columns': layout.columns } as CSSProperties}
    >
      <ul aria-label={words.rack.picture}>
        {rows.map((row, index) => {
          const { row: line = 0, column = 0 } = layout.places[index] ?? {};
          return (
            <li key={row.id} className="rack-tile" data-alarm={alarmed.get(row.id)} style={at(line, column)}>
              <OutletFace row={row} node={nodes.get(row.id)} planned={undefined} added={undefined} spark={undefined} />
            </li>
          );
        })}
      </ul>
      {bankRuns(bankIds, layout.places, isStrip).map(({ bankId, lane, from, length }) => (
        <BankBracket
          key={`${bankId} ${lane} ${from}`}
          id={bankId}
          node={nodes.get(bankId)}
          planned={undefined}
          shade={shadeOf(bankId)}
          alarm={alarmed.get(bankId)}
          breaks={false}
          style={
            isStrip
              ? { gridColumn: 2 * lane + 1, gridRow: `${from + 1} / span ${length}` }
              : { gridRow: 2 * lane + 1, gridColumn: `${from + 1} / span ${length}` }
          }
        />
      ))}
    </div>
  );
}
