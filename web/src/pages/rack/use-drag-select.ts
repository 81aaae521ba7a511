import { useRef, type PointerEvent, type RefObject } from 'react';

/** The id of the outlet that an event has happened at. */
export const outletAt = (target: EventTarget | null): string | undefined =>
  (target instanceof Element ? target.closest<HTMLElement>('[data-outlet]') : null)?.dataset['outlet'];

interface Drag {
  readonly from: string;
  readonly x: number;
  readonly y: number;
  isRunning: boolean;
}

/** Selects the outlets of a rectangle that the mouse draws. A finger scrolls instead. */
export function useDragSelect(
  grid: RefObject<HTMLElement | null>,
  selected: ReadonlySet<string>,
  onSelect: ((ids: ReadonlySet<string>) => void) | undefined,
) {
  const drag = useRef<Drag>(undefined);
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
  return {
    handlers: { onPointerDown, onPointerMove },
    /** True for the click at the end of a drag. */
    hasMoved: (): boolean => drag.current?.isRunning === true,
  };
}
