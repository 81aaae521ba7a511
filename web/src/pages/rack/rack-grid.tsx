import { useMemo, useRef, useState, type DragEvent, type KeyboardEvent, type MouseEvent } from 'react';
import type { AlarmMark } from '../../components/alarms.js';
import type { NodesById } from '../../components/power-tree.js';
import { words } from '../../language/words.js';
import type { OutletRow } from '../outlets/outlet-rows.js';
import { BankBracket } from './bank-bracket.js';
import { OutletCard } from './outlet-card.js';
import { OutletTile } from './outlet-tile.js';
import { bankRuns, neighbour, rackLayout } from './rack-layout.js';
import type { Shade } from './shades.js';
import { outletAt, useDragSelect } from './use-drag-select.js';
import type { Plan } from './use-plan.js';
import type { Spark } from './use-sparks.js';

export interface PictureProps {
  readonly rows: readonly OutletRow[];
  readonly nodes: NodesById;
  readonly plan: Plan;
  readonly sparks: ReadonlyMap<string, Spark>;
  /** The mark of the worst alarm at each part, by its id. */
  readonly alarmed: ReadonlyMap<string, AlarmMark>;
  readonly onOpen: (id: string) => void;
  readonly selected: ReadonlySet<string>;
  /** Absent for a role that may not switch. */
  readonly onSelect: ((ids: ReadonlySet<string>) => void) | undefined;
  /** A click selects instead of opening. */
  readonly isSelecting: boolean;
}

interface RackGridProps extends PictureProps {
  readonly isStrip: boolean;
  readonly shadeOf: (id: string) => Shade;
  readonly opened: string | undefined;
}

/** The PDU as it hangs in the rack: each outlet at its place, with brackets that name the banks. */
export function RackGrid(props: RackGridProps) {
  const { rows, isStrip, shadeOf, nodes, plan, sparks, alarmed, opened, onOpen, selected, onSelect, isSelecting } =
    props;
  const grid = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(rows[0]?.id);
  const { places, rows: lines, columns } = useMemo(() => rackLayout(rows.length, isStrip), [rows.length, isStrip]);
  const runs = bankRuns(
    rows.map(({ bankId }) => bankId),
    places,
    isStrip,
  );
  const now = rows.some(({ id }) => id === current) ? current : rows[0]?.id;
  const drag = useDragSelect(grid, selected, onSelect);

  const focus = (id: string): void => {
    setCurrent(id);
    grid.current?.querySelector<HTMLElement>(`[data-outlet="${id}"]`)?.focus();
  };
  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect?.(next);
  };
  /** Selects all from the outlet that was last in use to this one. */
  const selectTo = (id: string): void => {
    const [from, to] = [rows.findIndex((row) => row.id === now), rows.findIndex((row) => row.id === id)];
    const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
    onSelect?.(new Set([...selected, ...between.map((row) => row.id)]));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const id = outletAt(event.target);
    const index = rows.findIndex((row) => row.id === id);
    if (id === undefined || index < 0) return;
    const next = rows[neighbour(places, index, event.key) ?? -1];
    if (next) {
      if (event.shiftKey && onSelect) selectTo(next.id);
      focus(next.id);
    } else if (event.key === 'Enter') onOpen(id);
    else if (event.key === ' ') toggle(id);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect?.(new Set(rows.map((row) => row.id)));
    else if (event.key === 'Escape' && selected.size > 0) onSelect?.(new Set());
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent): void => {
    const id = outletAt(event.target);
    if (id === undefined || drag.hasMoved()) return;
    if (onSelect && event.shiftKey) selectTo(id);
    else if (onSelect && (isSelecting || event.ctrlKey || event.metaKey)) toggle(id);
    else onOpen(id);
    setCurrent(id);
  };
  /** The tile below a load that is dragged, marked without a render. */
  const mark = (id: string | undefined): void => {
    for (const tile of grid.current?.querySelectorAll<HTMLElement>('[data-outlet]') ?? [])
      tile.toggleAttribute('data-drop', tile.dataset['outlet'] === id);
  };
  const onDrop = (event: DragEvent): void => {
    const id = outletAt(event.target);
    mark(undefined);
    if (id !== undefined) plan.add(id);
    event.preventDefault();
  };

  // A bracket takes the first track: beside each column of a strip, above each row of a flat unit.
  const across = (place: number): number => (isStrip ? 2 * place + 2 : place + 1);
  const down = (place: number): number => (isStrip ? place + 1 : 2 * place + 2);
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its cells has the focus, and arrow keys move it */}
      <div
        ref={grid}
        role="grid"
        aria-label={words.rack.picture}
        aria-multiselectable={onSelect !== undefined}
        className="rack-grid"
        data-strip={isStrip || undefined}
        data-planning={plan.isOn || undefined}
        style={{ '--rack-rows': lines, '--rack-columns': columns } as React.CSSProperties}
        onKeyDown={onKeyDown}
        onClick={onClick}
        {...drag.handlers}
        onDragOver={(event) => {
          const id = plan.isOn ? outletAt(event.target) : undefined;
          mark(id);
          if (id !== undefined) event.preventDefault();
        }}
        onDragLeave={(event) => event.target === grid.current && mark(undefined)}
        onDrop={onDrop}
      >
        {Array.from({ length: lines }, (_, line) => (
          <div role="row" className="rack-row" key={line}>
            {rows.map((row, index) => {
              const place = places[index];
              return place?.row !== line ? null : (
                <OutletTile
                  key={row.id}
                  row={row}
                  node={nodes.get(row.id)}
                  planned={plan.nodes?.get(row.id)}
                  added={plan.added.get(row.id)}
                  spark={sparks.get(row.id)}
                  alarm={alarmed.get(row.id)}
                  breaks={plan.broken.has(row.id)}
                  gridRow={down(place.row)}
                  gridColumn={across(place.column)}
                  isSelected={selected.has(row.id)}
                  isCurrent={row.id === now}
                  isOpen={row.id === opened}
                  selects={onSelect !== undefined}
                />
              );
            })}
          </div>
        ))}
        {runs.map(({ bankId, lane, from, length }) => (
          <BankBracket
            key={`${bankId} ${lane} ${from}`}
            id={bankId}
            node={nodes.get(bankId)}
            planned={plan.nodes?.get(bankId)}
            shade={shadeOf(bankId)}
            alarm={alarmed.get(bankId)}
            breaks={plan.broken.has(bankId)}
            style={
              isStrip
                ? { gridColumn: 2 * lane + 1, gridRow: `${from + 1} / span ${length}` }
                : { gridRow: 2 * lane + 1, gridColumn: `${from + 1} / span ${length}` }
            }
          />
        ))}
      </div>
      <OutletCard grid={grid} rows={rows} plan={plan} nodes={nodes} opened={opened} />
    </>
  );
}
