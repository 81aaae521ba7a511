import { Button, Text } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { words } from '../language/words.js';

interface OrderListProps {
  readonly label: string;
  readonly names: ReadonlyMap<string, string>;
  /** The list is short and needs less height. */
  readonly isShort: boolean;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

type Direction = -1 | 1;

/**
 * The selected items in their order, moved with buttons or with Alt and the arrow keys; the focus moves with the item.
 */
export function OrderList({ label, names, isShort, value, onChange }: OrderListProps) {
  const list = useRef<HTMLUListElement>(null);
  const moved = useRef<{ id: string; direction: Direction }>(undefined);
  const [announcement, setAnnouncement] = useState('');
  const nameOf = (id: string): string => names.get(id) ?? words.rules.gone(id);
  useLayoutEffect(() => {
    if (!moved.current) return;
    const { id, direction } = moved.current;
    moved.current = undefined;
    list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] [data-direction="${direction}"]`)?.focus();
  }, [value]);

  const move = (id: string, direction: Direction): void => {
    const place = value.indexOf(id);
    const to = place + direction;
    if (to < 0 || to >= value.length) return;
    moved.current = { id, direction };
    setAnnouncement(words.order.moved(nameOf(id), to + 1, value.length));
    onChange(value.toSpliced(place, 1).toSpliced(to, 0, id));
  };
  const onKeyDown = (id: string) => (event: KeyboardEvent) => {
    const direction = event.altKey ? DIRECTIONS[event.key] : undefined;
    if (direction === undefined) return;
    event.preventDefault();
    move(id, direction);
  };

  return (
    <>
      <ul className="ordered-choice" data-few={isShort || undefined} aria-label={label} ref={list}>
        {value.map((id, place) => (
          <li key={id} data-id={id}>
            <span className="ordered-choice-place">{place + 1}.</span>
            <span className="ordered-choice-name">{nameOf(id)}</span>
            <Button.Group>
              <Move
                direction={-1}
                isEnd={place === 0}
                name={nameOf(id)}
                onMove={() => move(id, -1)}
                onKeyDown={onKeyDown(id)}
              />
              <Move
                direction={1}
                isEnd={place === value.length - 1}
                name={nameOf(id)}
                onMove={() => move(id, 1)}
                onKeyDown={onKeyDown(id)}
              />
            </Button.Group>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={words.order.removeOf(nameOf(id))}
              onKeyDown={onKeyDown(id)}
              onClick={() => onChange(value.toSpliced(place, 1))}
            >
              {words.order.remove}
            </Button>
          </li>
        ))}
        {value.length === 0 && (
          <Text component="li" size="sm" c="dimmed">
            {words.order.nothing}
          </Text>
        )}
      </ul>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </>
  );
}

const DIRECTIONS: Readonly<Record<string, Direction>> = { ArrowUp: -1, ArrowDown: 1 };

interface MoveProps {
  readonly direction: Direction;
  readonly isEnd: boolean;
  readonly name: string;
  readonly onMove: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** A button that moves an item. At the end of the list it looks disabled, but keeps the focus. */
const Move = ({ direction, isEnd, name, onMove, onKeyDown }: MoveProps) => (
  <Button
    size="compact-xs"
    variant="default"
    data-direction={direction}
    data-disabled={isEnd || undefined}
    aria-disabled={isEnd}
    aria-label={direction < 0 ? words.order.upOf(name) : words.order.downOf(name)}
    onClick={onMove}
    onKeyDown={onKeyDown}
  >
    {direction < 0 ? words.order.up : words.order.down}
  </Button>
);
