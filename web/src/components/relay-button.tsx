import { useRef, type MouseEvent, type ReactNode } from 'react';
import { words } from '../language/words.js';
import { useIsLive } from '../live/live.js';
import './hold-button.css';
import { PlainButton } from './plain-button.js';
import { useHold } from './use-hold.js';

interface RelayButtonProps {
  readonly size?: 'xs' | 'compact-xs';
  readonly className?: string;
  readonly 'data-command'?: string;
  readonly isBusy?: boolean;
  readonly onClick: () => void;
  /** Called instead when the button is held down for two seconds with a finger or the mouse. */
  readonly onHeld?: (() => void) | undefined;
  readonly children: ReactNode;
  readonly 'aria-label'?: string | undefined;
  /** The command would change nothing now. */
  readonly isIdle?: boolean;
}

/**
 * A button that moves a relay. It does nothing while the live stream is lost, because the screen may then be out of
 * date. It looks disabled but keeps the focus, which would otherwise jump to the top of the page when a state changes.
 */
export function RelayButton(props: RelayButtonProps) {
  const { onClick, onHeld, isIdle = false, 'aria-label': label, className, ...button } = props;
  const isLive = useIsLive();
  const isBlocked = isIdle || !isLive;
  const wasHeld = useRef(false);
  const hold = useHold(
    () => {
      wasHeld.current = true;
      onHeld?.();
    },
    isBlocked || onHeld === undefined,
  );
  const title = isLive ? onHeld && words.outlets.holdHelp : words.live.noSwitching;
  return (
    <PlainButton
      {...button}
      {...(label !== undefined && { 'aria-label': label })}
      {...(title !== undefined && { title })}
      {...(isBlocked && { 'data-disabled': true })}
      {...(onHeld && hold.pointer)}
      className={[className, onHeld && 'hold hold-short'].filter(Boolean).join(' ')}
      data-held={hold.isHeld || undefined}
      aria-disabled={isBlocked}
      onClick={({ detail }: MouseEvent) => {
        // The release of a held button is a click as well; one by a key has no number.
        const isRelease = wasHeld.current && detail > 0;
        wasHeld.current = false;
        if (!isBlocked && !isRelease) onClick();
      }}
    />
  );
}
