import { Notification, Stack } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { en } from '../language/en.js';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isFailure: boolean;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(text: string, isFailure: boolean): void {
  const id = ++lastId;
  set([...toasts.slice(-3), { id, text, isFailure }]);
  if (!isFailure) setTimeout(() => dismiss(id), 5_000);
}

const dismiss = (id: number): void => set(toasts.filter((toast) => toast.id !== id));

/** Says what was done. Goes by itself. */
export const say = (text: string): void => show(text, false);
/** Says what failed, in the server's sentence. Stays until it is closed. */
export const sayFailed = (error: Error): void => show(error.message, true);

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <Stack
      pos="fixed"
      bottom={12}
      right={12}
      gap="xs"
      maw={420}
      w="calc(100% - 24px)"
      role="status"
      style={{ zIndex: 400, pointerEvents: shown.length > 0 ? 'auto' : 'none' }}
    >
      {shown.map(({ id, text, isFailure }) => (
        <Notification
          key={id}
          color={isFailure ? 'red' : 'green'}
          withBorder
          title={isFailure ? en.errors.title : undefined}
          onClose={() => dismiss(id)}
          closeButtonProps={{ 'aria-label': en.common.close }}
        >
          {text}
        </Notification>
      ))}
    </Stack>
  );
}
