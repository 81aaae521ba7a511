import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../language/words.js';
import { useIsLive } from '../live/live.js';

interface RelayButtonProps extends Omit<ButtonProps, 'disabled'> {
  readonly onClick: () => void;
  readonly children: ReactNode;
  readonly 'aria-label'?: string | undefined;
  /** The command would change nothing now. */
  readonly isIdle?: boolean;
}

/**
 * A button that moves a relay. It does nothing while the live stream is lost, because the screen may then be out of
 * date. It looks disabled but keeps the focus, which would otherwise jump to the top of the page when a state changes.
 */
export function RelayButton({ onClick, isIdle = false, 'aria-label': label, ...button }: RelayButtonProps) {
  const isLive = useIsLive();
  const isBlocked = isIdle || !isLive;
  return (
    <Button
      {...button}
      {...(label !== undefined && { 'aria-label': label })}
      {...(!isLive && { title: words.live.noSwitching })}
      {...(isBlocked && { 'data-disabled': true })}
      aria-disabled={isBlocked}
      onClick={() => {
        if (!isBlocked) onClick();
      }}
    />
  );
}
