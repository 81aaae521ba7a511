import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { en } from '../language/en.js';

interface OrderListProps {
  readonly label: string;
  readonly names: ReadonlyMap<string, string>;
  /** Less high. */
  readonly isShort: boolean;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

type Way = -1 | 1;

/** Puts what is chosen into its order: with buttons, or with Alt and the arrow keys; the focus goes along. */
export function OrderList({ label, names, isShort, value, onChange }: OrderListProps) {
  const list = useRef<HTMLUListElement>(null);
  const moved = useRef<{ id: string; way: Way }>(undefined);
  const [told, setTold] = useState('');
  const nameOf = (id: string): string => names.get(id) ?? en.rules.gone(id);
  useLayoutEffect(() => {
    if (!moved.current) return;
    const { id, way } = moved.current;
    moved.current = undefined;
    list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] [data-way="${way}"]`)?.focus();
  }, [value]);

  const move = (id: string, way: Way): void => {
    const place = value.indexOf(id);
    const to = place + way;
    if (to < 0 || to >= value.length) return;
    moved.current = { id, way };
    setTold(en.order.moved(nameOf(id), to + 1, value.length));
    onChange(value.toSpliced(place, 1).toSpliced(to, 0, id));
  };
  const onKeyDown = (id: string) => (event: KeyboardEvent) => {
    const way = event.altKey ? WAYS[event.key] : undefined;
    if (way === undefined) return;
    event.preventDefault();
    move(id, way);
  };

  return (
    <>
      <ul className="ordered-choice" data-few={isShort || undefined} aria-label={label} ref={list}>
        {value.map((id, place) => (
          <li key={id} data-id={id} onKeyDown={onKeyDown(id)}>
            <span className="ordered-choice-place">{place + 1}.</span>
            <span className="ordered-choice-name">{nameOf(id)}</span>
            <Button.Group>
              <Move way={-1} isEnd={place === 0} name={nameOf(id)} onMove={() => move(id, -1)} />
              <Move way={1} isEnd={place === value.length - 1} name={nameOf(id)} onMove={() => move(id, 1)} />
            </Button.Group>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={en.order.removeOf(nameOf(id))}
              onClick={() => onChange(value.toSpliced(place, 1))}
            >
              {en.order.remove}
            </Button>
          </li>
        ))}
        {value.length === 0 && (
          <Text component="li" size="sm" c="dimmed">
            {en.order.nothing}
          </Text>
        )}
      </ul>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </>
  );
}

const WAYS: Readonly<Record<string, Way>> = { ArrowUp: -1, ArrowDown: 1 };

interface MoveProps {
  readonly way: Way;
  readonly isEnd: boolean;
  readonly name: string;
  readonly onMove: () => void;
}

/** At the end it looks disabled, but keeps the focus. */
const Move = ({ way, isEnd, name, onMove }: MoveProps) => (
  <Button
    size="compact-xs"
    variant="default"
    data-way={way}
    data-disabled={isEnd || undefined}
    aria-disabled={isEnd}
    aria-label={way < 0 ? en.order.upOf(name) : en.order.downOf(name)}
    onClick={onMove}
  >
    {way < 0 ? en.order.up : en.order.down}
  </Button>
);
