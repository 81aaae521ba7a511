import { Button } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { words } from '../language/words.js';
import './hold-button.css';
import { useHold } from './use-hold.js';

interface HoldButtonProps {
  readonly children: string;
  readonly disabled: boolean;
  readonly onHeld: () => void;
}

/** A red button that has to be held down, with a finger, the mouse, Space or Enter, so that no slip triggers it. */
export function HoldButton({ children, disabled, onHeld }: HoldButtonProps) {
  const { isHeld, press, release, pointer } = useHold(onHeld, disabled);
  const isKey = ({ key }: KeyboardEvent): boolean => key === ' ' || key === 'Enter';
  return (
    <Button
      type="button"
      color="red"
      className="hold"
      data-held={isHeld || undefined}
      disabled={disabled}
      {...pointer}
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
