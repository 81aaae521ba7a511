import { Notification, Stack } from '@mantine/core';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { ApiFailure } from '../api/client.js';
import { en } from '../language/en.js';
import './toasts.css';

interface Toast {
  readonly id: number;
  readonly text: string;
  /** The title of a failure; absent on success. */
  readonly failure?: string;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(toast: Omit<Toast, 'id'>): void {
  const id = ++lastId;
  set([...toasts.slice(-3), { id, ...toast }]);
  if (toast.failure === undefined) setTimeout(() => dismiss(id), 5_000);
}

const dismiss = (id: number): void => set(toasts.filter((toast) => toast.id !== id));

/** Shows a success. It disappears after five seconds. */
export const notify = (text: string): void => show({ text });
/** Shows a failure with the server's message. It stays until the user closes it or leaves the page. */
export const notifyFailure = (error: Error): void => show({ text: error.message, failure: titleOf(error) });

/** Failures belong to the page on which they happened. */
export const clearFailures = (): void => set(toasts.filter(({ failure }) => failure === undefined));
/** The next user must not see the messages of this one. */
export const clearToasts = (): void => set([]);

const TITLES: Readonly<Record<string, string>> = {
  NO_ANSWER: en.errors.noAnswerTitle,
};
const titleOf = (error: Error): string =>
  (error instanceof ApiFailure ? TITLES[error.code] : undefined) ?? en.errors.title;

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  const stack = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The page gets this much space at its end, so that the toasts cover no content.
    const height = shown.length > 0 ? `${stack.current?.offsetHeight ?? 0}px` : '0px';
    document.documentElement.style.setProperty('--toasts', height);
  }, [shown]);
  return (
    <Stack className="toasts" gap="xs" role="status" ref={stack}>
      {shown.map(({ id, text, failure }) => (
        <Notification
          key={id}
          color={failure === undefined ? 'green' : 'red'}
          withBorder
          title={failure}
          onClose={() => dismiss(id)}
          closeButtonProps={{ 'aria-label': en.common.close }}
        >
          {text}
        </Notification>
      ))}
    </Stack>
  );
}
