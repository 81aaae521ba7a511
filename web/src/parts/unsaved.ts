import { useEffect, useId } from 'react';

const unsaved = new Set<string>();

/** True while a form on the screen has changes that are not saved. */
export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Holds the tab when it is closed or reloaded, and the page when the session ends, as long as a form has changes. */
export function useUnsaved(isChanged: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isChanged) return undefined;
    unsaved.add(id);
    return () => {
      unsaved.delete(id);
    };
  }, [id, isChanged]);
}

addEventListener('beforeunload', (event) => {
  if (hasUnsaved()) event.preventDefault();
});
