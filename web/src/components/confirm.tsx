import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';
import { words } from '../language/words.js';
import { useIsLive } from '../live/live.js';
import { HoldButton } from './hold-button.js';
import './confirm.css';

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
  /** The operation moves a relay: the button does nothing while the live stream is lost. */
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
        closeButtonProps={{ 'aria-label': words.common.close }}
        transitionProps={{ duration: 0 }}
        zIndex={300} // above the dialog of a form, which asks before it discards changes
      >
        {asked && <Answer key={asked.title} asked={asked} end={end} />}
      </Modal>
    </ConfirmContext>
  );
}

interface AnswerProps {
  readonly asked: Asked;
  readonly end: (confirmed: boolean) => void;
}

function Answer({ asked, end }: AnswerProps) {
  const { confirm, danger = false, moves = false, typed: phrase } = asked;
  const isLive = useIsLive();
  const [typed, setTyped] = useState('');
  const isDisconnected = moves && !isLive;
  const isMissing = phrase !== undefined && typed.trim().toLowerCase() !== phrase.toLowerCase();
  const isBlocked = isMissing || isDisconnected;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked && confirm !== undefined && !asked.held) end(true);
      }}
    >
      <Stack gap="md">
        <div>{asked.body}</div>
        {phrase !== undefined && (
          <TextInput
            label={words.common.type(phrase)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        {moves && (
          <Text size="sm" role="status" mih="1.5em" fw={600} style={{ color: 'var(--bad)' }}>
            {isDisconnected ? words.live.noSwitching : ''}
          </Text>
        )}
        <Group className="confirm-buttons" justify="flex-end" gap="xs">
          <Button
            variant="default"
            onClick={() => end(false)}
            {...((danger || confirm === undefined) && phrase === undefined && { 'data-autofocus': true })}
          >
            {confirm === undefined ? words.common.close : words.common.cancel}
          </Button>
          {confirm !== undefined &&
            (asked.held ? (
              <HoldButton disabled={isBlocked} onHeld={() => end(true)}>
                {confirm}
              </HoldButton>
            ) : (
              <Button
                type="submit"
                {...(danger && { color: 'red' })}
                disabled={isBlocked}
                {...(!danger && phrase === undefined && { 'data-autofocus': true })}
              >
                {confirm}
              </Button>
            ))}
        </Group>
      </Stack>
    </form>
  );
}
