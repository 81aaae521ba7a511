import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { words } from '../language/words.js';
import './hold-button.css';

/** The time for which the button has to be held down, ms. */
const HOLD = 2_000;

interface HoldButtonProps {
  readonly children: string;
  readonly disabled: boolean;
  readonly onHeld: () => void;
}

/** A red button that has to be held down, with a finger, the mouse, Space or Enter, so that no slip triggers it. */
export function HoldButton({ children, disabled, onHeld }: HoldButtonProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isHeld, setHeld] = useState(false);
  const release = (): void => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  const press = (): void => {
    if (isHeld || disabled) return;
    setHeld(true);
    timer.current = setTimeout(() => {
      release();
      onHeld();
    }, HOLD);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (disabled) clearTimeout(timer.current);
  }, [disabled]);
  if (disabled && isHeld) setHeld(false); // a disabled button hears nothing of its release
  const isKey = ({ key }: KeyboardEvent): boolean => key === ' ' || key === 'Enter';
  return (
    <Button
      type="button"
      color="red"
      className="hold"
      data-held={isHeld || undefined}
      disabled={disabled}
      onPointerDown={(event) => {
        if (event.button === 0) press();
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onBlur={release}
      onKeyDown={(event) => {
        if (!isKey(event)) return;
        event.preventDefault();
        press();
      }}
      onKeyUp={(event) => {
        if (isKey(event)) release();
      }}
    >
      {words.common.hold(children)}
    </Button>
  );
}
