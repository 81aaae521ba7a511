import { useEffect, useState } from 'react';

/**
 * For a dialog that exists only while it is open, whose library would return the focus only if it closed before it goes:
 * when it goes, the element that had the focus before has it again, unless something else has taken it.
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
