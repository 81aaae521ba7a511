import { useEffect, useSyncExternalStore } from 'react';

let title = '';
const listeners = new Set<() => void>();

/** Names the page that is shown; the shell adds the name of the device and the alarms for the browser's tab. */
export function useAsPageTitle(name: string): void {
  useEffect(() => {
    title = name;
    for (const listener of listeners) listener();
  }, [name]);
}

/** The parts of the title of a tab; a page that has the name of the device does not repeat it. */
export const joined = (parts: readonly string[]): string =>
  parts.filter((part, place) => part !== '' && parts.indexOf(part) === place).join(' – ');

export const usePageTitle = (): string =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => title,
  );
