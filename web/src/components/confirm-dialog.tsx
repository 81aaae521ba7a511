import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { words } from '../language/words.js';
import { useIsLive, useIsSilent } from '../live/live.js';
import type { Question } from './confirm.js';
import { HoldButton } from './hold-button.js';
import './dialog-buttons.css';
import { useFocusBack } from './use-focus-back.js';

interface ConfirmDialogProps {
  /** Stays while the dialog closes. */
  readonly question: Question | undefined;
  readonly opened: boolean;
  readonly end: (confirmed: boolean) => void;
}

/** The dialog of a question; it is loaded after the first page. */
export default function ConfirmDialog({ question, opened, end }: ConfirmDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={() => end(false)}
      title={question?.title}
      closeButtonProps={{ 'aria-label': words.common.close }}
      transitionProps={{ duration: 0 }}
      zIndex={300} // above the dialog of a form, which asks before it discards changes
    >
      {question && <Answer key={question.title} question={question} end={end} />}
    </Modal>
  );
}

interface AnswerProps {
  readonly question: Question;
  readonly end: (confirmed: boolean) => void;
}

function Answer({ question, end }: AnswerProps) {
  const { confirm, danger = false, moves = false, typed: phrase } = question;
  useFocusBack();
  const isLive = useIsLive();
  const isSilent = useIsSilent();
  const [typed, setTyped] = useState('');
  const isDisconnected = moves && !isLive;
  const isMissing = phrase !== undefined && typed.trim().toLowerCase() !== phrase.toLowerCase();
  const isBlocked = isMissing || isDisconnected;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked && confirm !== undefined && !question.held) end(true);
      }}
    >
      <Stack gap="md">
        <div>{question.body}</div>
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
            {isDisconnected ? words.live.noSwitching : isSilent ? words.live.mayFail : ''}
          </Text>
        )}
        <Group className="dialog-buttons" justify="flex-end" gap="xs">
          <Button
            variant="default"
            onClick={() => end(false)}
            {...((danger || confirm === undefined) && phrase === undefined && { 'data-autofocus': true })}
          >
            {confirm === undefined ? words.common.close : words.common.cancel}
          </Button>
          {confirm !== undefined &&
            (question.held ? (
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
