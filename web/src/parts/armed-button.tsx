import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { en } from '../language/en.js';
import { useIsLive } from '../live/live.js';

interface ArmedButtonProps extends Omit<ButtonProps, 'disabled'> {
  readonly onClick: () => void;
  readonly children: ReactNode;
  readonly 'aria-label'?: string | undefined;
  /** There is nothing to do now. */
  readonly isIdle?: boolean;
}

/**
 * A button that moves a relay. It does nothing while the live stream is lost: what is on the screen may be wrong by
 * then. It looks disabled but keeps the focus, so that nobody is thrown to the top of the page when a state changes.
 */
export function ArmedButton({ onClick, isIdle = false, 'aria-label': label, ...button }: ArmedButtonProps) {
  const isLive = useIsLive();
  const isDisarmed = isIdle || !isLive;
  return (
    <Button
      {...button}
      {...(label !== undefined && { 'aria-label': label })}
      {...(!isLive && { title: en.live.disarmed })}
      {...(isDisarmed && { 'data-disabled': true })}
      aria-disabled={isDisarmed}
      onClick={() => {
        if (!isDisarmed) onClick();
      }}
    />
  );
}
