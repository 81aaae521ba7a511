import { useEffect, useId } from 'react';

const unsaved = new Set<string>();

/** True while a form on the screen has unsaved changes. */
export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Keeps the tab open on closing or reloading, and the page when the session ends, while a form has unsaved changes. */
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
