import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { loadAsked } from './load-asked.js';
import { useOnChange } from './use-on-change.js';
import { whenIdle } from './when-idle.js';

export interface Question {
  readonly title: string;
  readonly body: ReactNode;
  /** The text of the button, for example "Turn off"; without it the dialog can only be read and closed. */
  readonly confirm?: string;
  /**
   * The operation takes something away: the button is red, and the focus is on the other one, so that Enter cancels.
   */
  readonly danger?: boolean;
  /** The red button has to be held down. */
  readonly held?: boolean;
  /** The operation moves a relay: the button does nothing while the live stream is lost, and silent hardware is warned of. */
  readonly moves?: boolean;
  /** A phrase that the user has to type first, because the operation cannot be undone. */
  readonly typed?: string;
}

interface Asked extends Question {
  readonly answer: (confirmed: boolean) => void;
}

const ConfirmContext = createContext<(question: Question) => Promise<boolean>>(() => Promise.resolve(false));

/** Asks the user to confirm: `if (await confirm({ title, body, confirm: words.common.delete, danger: true })) …`. */
export const useConfirm = (): ((question: Question) => Promise<boolean>) => useContext(ConfirmContext);

const load = async () => (await import('./confirm-dialog.js')).default;

export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [Dialog, setDialog] = useState<Awaited<ReturnType<typeof load>>>();
  const [asked, setAsked] = useState<Asked>();
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    whenIdle(
      () =>
        void load()
          .then((loaded) => setDialog(() => loaded))
          .catch(() => undefined),
    );
  }, []);
  const ask = useCallback(async (question: Question): Promise<boolean> => {
    const loaded = await loadAsked(load);
    if (!loaded) return false;
    setDialog(() => loaded);
    return new Promise((answer) => {
      setAsked({ ...question, answer });
      setOpened(true);
    });
  }, []);
  const end = (confirmed: boolean): void => {
    asked?.answer(confirmed);
    setOpened(false);
  };
  // A question is about its page: Back leaves both, and nothing is done.
  useOnChange(useLocation().pathname, () => end(false));
  return (
    <ConfirmContext value={ask}>
      {children}
      {Dialog && <Dialog question={asked} opened={opened} end={end} />}
    </ConfirmContext>
  );
}
