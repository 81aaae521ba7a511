import { useEffect, useState } from 'react';

/**
 * For what exists only while its dialog is open: when it goes, the element that had the focus before has it again, unless
 * something else has taken it. The library of dialogs does so only for one that closes before it goes, and may note the
 * element too late, when the focus is in the dialog.
 */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement !== document.body || !(opener instanceof HTMLElement)) return;
        opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
