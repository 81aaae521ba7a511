import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react';

/** The time for which a button has to be held down, ms. */
const HOLD = 2_000;

/**
 * A button that has to be held down for two seconds, so that no slip triggers it.
 *
 * @param disabled ends a hold that is under way
 */
export function useHold(onHeld: () => void, disabled: boolean) {
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
  return {
    isHeld,
    press,
    release,
    /** For the button: a finger or the mouse. */
    pointer: {
      onPointerDown: ({ button }: PointerEvent) => {
        if (button === 0) press();
      },
      onPointerUp: release,
      onPointerLeave: release,
      onPointerCancel: release,
      onBlur: release,
      onContextMenu: (event: MouseEvent) => event.preventDefault(), // a finger that stays opens it
    },
  };
}
