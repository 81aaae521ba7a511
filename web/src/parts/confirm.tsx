import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';
import { en } from '../language/en.js';

export interface Question {
  readonly title: string;
  readonly body: ReactNode;
  /** What the button does, for example "Turn off". */
  readonly confirm: string;
  /** Red button: it takes something away. */
  readonly danger?: boolean;
  /** A word that has to be typed first, for what cannot be undone. */
  readonly typed?: string;
}

interface Asked extends Question {
  readonly answer: (confirmed: boolean) => void;
}

const ConfirmContext = createContext<(question: Question) => Promise<boolean>>(() => Promise.resolve(false));

/** Asks before something is done: `if (await confirm({ title, body, confirm: en.common.delete, danger: true })) …`. */
export const useConfirm = (): ((question: Question) => Promise<boolean>) => useContext(ConfirmContext);

export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>();
  const [opened, setOpened] = useState(false);
  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>((answer) => {
        setAsked({ ...question, answer });
        setOpened(true);
      }),
    [],
  );
  const end = (confirmed: boolean): void => {
    asked?.answer(confirmed);
    setOpened(false);
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      <Modal
        opened={opened}
        onClose={() => end(false)}
        title={asked?.title}
        closeButtonProps={{ 'aria-label': en.common.close }}
        transitionProps={{ duration: 0 }}
      >
        {asked && <Answer key={asked.title} asked={asked} end={end} />}
      </Modal>
    </ConfirmContext>
  );
}

function Answer({ asked, end }: { readonly asked: Asked; readonly end: (confirmed: boolean) => void }) {
  const [typed, setTyped] = useState('');
  const isMissing = asked.typed !== undefined && typed.trim().toLowerCase() !== asked.typed.toLowerCase();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMissing) end(true);
      }}
    >
      <Stack gap="md">
        <div>{asked.body}</div>
        {asked.typed !== undefined && (
          <TextInput
            label={en.common.type(asked.typed)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => end(false)}>
            {en.common.cancel}
          </Button>
          <Button
            type="submit"
            {...(asked.danger && { color: 'red' })}
            disabled={isMissing}
            {...(asked.typed === undefined && { 'data-autofocus': true })}
          >
            {asked.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
