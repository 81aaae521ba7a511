import type { ComponentProps } from 'react';
import './plain-button.css';

interface PlainButtonProps extends ComponentProps<'button'> {
  readonly size?: 'xs' | 'compact-xs' | undefined;
  /** Without an edge and a ground of its own, for what is not the main command of its row. */
  readonly isSubtle?: boolean;
  readonly isBusy?: boolean;
}

/**
 * A button in the style of the library, but one element: a table has four in each of its rows, and a page with 48 rows is
 * there in half the time.
 */
export function PlainButton({ size = 'xs', isSubtle, isBusy, className, ...button }: PlainButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={className ? `plain-button ${className}` : 'plain-button'}
      data-size={size}
      data-subtle={isSubtle || undefined}
      data-busy={isBusy || undefined}
      {...(isBusy && { disabled: true })}
    />
  );
}
