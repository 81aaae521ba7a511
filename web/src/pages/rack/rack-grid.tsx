import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { words } from '../../language/words.js';
import type { OutletRow } from '../outlets/outlet-rows.js';
import { OutletTile } from './outlet-tile.js';
import { bankRuns, neighbour, rackLayout } from './rack-layout.js';
import type { Plan } from './use-plan.js';
import type { NodesById } from './use-power-tree.js';

interface RackGridProps {
  readonly rows: readonly OutletRow[];
  readonly isStrip: boolean;
  readonly nodes: NodesById;
  readonly plan: Plan;
  readonly opened: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly selected: ReadonlySet<string>;
  /** Absent for a role that may not switch. */
  readonly onSelect: ((ids: ReadonlySet<string>) => void) | undefined;
}

const outletAt = (target: EventTarget | null): string | undefined =>
  (target instanceof Element ? target.closest<HTMLElement>('[data-outlet]') : null)?.dataset['outlet'];

/** The PDU as it hangs in the rack: each outlet at its place, with brackets that name the banks. */
export function RackGrid({ rows, isStrip, nodes, plan, opened, onOpen, selected, onSelect }: RackGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const drag = useRef<{ from: string; x: number; y: number; isRunning: boolean }>(undefined);
  const [current, setCurrent] = useState(rows[0]?.id);
  const layout = useMemo(() => rackLayout(rows.length, isStrip), [rows.length, isStrip]);
  const { places } = layout;
  const runs = bankRuns(
    rows.map(({ bankId }) => bankId),
    places,
    isStrip,
  );
  const banks = [...new Set(rows.map(({ bankId }) => bankId))];
  const now = rows.some(({ id }) => id === current) ? current : rows[0]?.id;

  const focus = (id: string): void => {
    setCurrent(id);
    grid.current?.querySelector<HTMLElement>(`[data-outlet="${id}"]`)?.focus();
  };
  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect?.(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const id = outletAt(event.target);
    const index = rows.findIndex((row) => row.id === id);
    if (id === undefined || index < 0) return;
    const next = rows[neighbour(places, index, event.key) ?? -1];
    if (next) {
      if (event.shiftKey && onSelect) onSelect(new Set([...selected, id, next.id]));
      focus(next.id);
    } else if (event.key === 'Enter') onOpen(id);
    else if (event.key === ' ') toggle(id);
    else if (event.key === 'Escape' && selected.size > 0) onSelect?.(new Set());
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent): void => {
    const id = outletAt(event.target);
    if (id === undefined || drag.current?.isRunning) return;
    setCurrent(id);
    if (onSelect && (event.shiftKey || event.ctrlKey || event.metaKey)) toggle(id);
    else onOpen(id);
  };
  const onPointerDown = (event: PointerEvent): void => {
    drag.current = undefined;
    const id = outletAt(event.target);
    if (id === undefined || event.pointerType !== 'mouse' || event.button !== 0 || !onSelect) return;
    drag.current = { from: id, x: event.clientX, y: event.clientY, isRunning: false };
  };
  const onPointerMove = ({ buttons, clientX, clientY, target }: PointerEvent): void => {
    const running = drag.current;
    if (!running || (buttons & 1) === 0) return;
    if (!running.isRunning && outletAt(target) === running.from) return;
    running.isRunning = true;
    const [left, right] = [Math.min(running.x, clientX), Math.max(running.x, clientX)];
    const [top, bottom] = [Math.min(running.y, clientY), Math.max(running.y, clientY)];
    const tiles = [...(grid.current?.querySelectorAll<HTMLElement>('[data-outlet]') ?? [])];
    const inside = tiles.filter((tile) => {
      const box = tile.getBoundingClientRect();
      return box.left <= right && box.right >= left && box.top <= bottom && box.bottom >= top;
    });
    const ids = inside.map((tile) => tile.dataset['outlet'] ?? '');
    if (ids.length !== selected.size || ids.some((id) => !selected.has(id))) onSelect?.(new Set(ids));
  };

  // A bracket takes the first track: beside each column of a strip, above each row of a flat unit.
  const across = (place: number): number => (isStrip ? 2 * place + 2 : place + 1);
  const down = (place: number): number => (isStrip ? place + 1 : 2 * place + 2);
  return (
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its cells has the focus, and arrow keys move it
    <div
      ref={grid}
      role="grid"
      aria-label={words.rack.picture}
      aria-multiselectable={onSelect !== undefined}
      className="rack-grid"
      data-strip={isStrip || undefined}
      style={{ '--rack-rows': layout.rows, '--rack-columns': layout.columns } as React.CSSProperties}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onDragOver={(event) => plan.isOn && outletAt(event.target) !== undefined && event.preventDefault()}
      onDrop={(event) => {
        const id = outletAt(event.target);
        if (plan.isOn && id !== undefined) plan.add(id);
        event.preventDefault();
      }}
    >
      {Array.from({ length: layout.rows }, (_, line) => (
        <div role="row" className="rack-row" key={line}>
          {rows.map((row, index) => {
            const place = places[index];
            return place?.row !== line ? null : (
              <OutletTile
                key={row.id}
                row={row}
                node={nodes.get(row.id)}
                planned={plan.nodes?.get(row.id)}
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
        <div
          key={`${bankId} ${lane} ${from}`}
          className="rack-bracket"
          aria-hidden="true"
          data-shade={(banks.indexOf(bankId) % 3) + 1}
          data-breaks={plan.broken.has(bankId) || undefined}
          style={
            isStrip
              ? { gridColumn: 2 * lane + 1, gridRow: `${from + 1} / span ${length}` }
              : { gridRow: 2 * lane + 1, gridColumn: `${from + 1} / span ${length}` }
          }
        >
          <span>
            <bdi>{rows.find((row) => row.bankId === bankId)?.bankName}</bdi>
          </span>
        </div>
      ))}
    </div>
  );
}
