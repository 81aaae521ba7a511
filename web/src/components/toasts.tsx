import { Button, Notification, Stack } from '@mantine/core';
import { useEffect, useRef, useSyncExternalStore, type FocusEvent } from 'react';
import { ApiFailure } from '../api/client.js';
import { words } from '../language/words.js';
import { languageOf } from './error-note.js';
import './toasts.css';

/** A button in a toast. */
interface ToastAction {
  readonly label: string;
  /** For so long the toast is shown, ms. */
  readonly time: number;
  /** Called once: the toast disappears with it. */
  readonly run: () => void;
}

interface Toast {
  readonly id: number;
  readonly text: string;
  /** The title of a failure; absent on success. */
  readonly failure?: string;
  /** The language of the text, if it is not that of the page. */
  readonly language?: 'en' | undefined;
  readonly action?: ToastAction;
  /** Ids of the objects whose state its button would change. */
  readonly of?: readonly string[] | undefined;
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
  const newer = new Set(toast.of);
  const left = toasts.filter(({ of = [] }) => of.length === 0 || of.some((each) => !newer.has(each)));
  set([...left.slice(-3), { id, ...toast }]);
  if (toast.failure === undefined) setTimeout(() => dismiss(id), toast.action?.time ?? 5_000);
}

const dismiss = (id: number): void => set(toasts.filter((toast) => toast.id !== id));

/**
 * Shows a success. It disappears after five seconds, or when the time of its button is over.
 * @param of ids of the objects whose state has changed: a button for the state before is out of date, and disappears
 */
export const notify = (text: string, action?: ToastAction, of?: readonly string[]): void =>
  show({ text, of, ...(action && { action }) });
/** Shows a failure with the server's message. It stays until the user closes it or leaves the page. */
export const notifyFailure = (error: Error): void =>
  show({ text: error.message, failure: titleOf(error), language: languageOf(error) });

/** Failures belong to the page on which they happened. */
export const clearFailures = (): void => set(toasts.filter(({ failure }) => failure === undefined));
/** The next user must not see the messages of this one. */
export const clearToasts = (): void => set([]);

const TITLES: Readonly<Record<string, string>> = {
  NO_ANSWER: words.errors.noAnswerTitle,
};
const titleOf = (error: Error): string =>
  (error instanceof ApiFailure ? TITLES[error.code] : undefined) ?? words.errors.title;

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  const stack = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  /** Closes the toast of a button that was pressed: what had the focus before has it again, for the keyboard. */
  const leave = (id: number): void => {
    dismiss(id);
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  };
  useEffect(() => {
    // The page gets this much space at its end, and a dialog this much less, so that the toasts cover no content.
    const height = shown.length > 0 ? `${stack.current?.offsetHeight ?? 0}px` : null;
    document.documentElement.style.setProperty('--toasts', height);
  }, [shown]);
  return (
    <Stack className="toasts" gap="xs" role="status" ref={stack} onFocus={onFocus}>
      {shown.map(({ id, text, failure, language, action }) => (
        <Notification
          key={id}
          color={failure === undefined ? 'green' : 'red'}
          withBorder
          title={failure}
          onClose={() => leave(id)}
          closeButtonProps={{ 'aria-label': words.common.close }}
        >
          <span lang={language}>{text}</span>
          {action && (
            <Button
              size="compact-sm"
              variant="light"
              mt={4}
              display="block"
              onClick={() => {
                leave(id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          )}
        </Notification>
      ))}
    </Stack>
  );
}
