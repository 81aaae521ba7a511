import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../../language/words.js';

interface StepButtonsProps {
  /** The text of the button that sends the form; without it the step has nothing to send. */
  readonly submit?: string;
  readonly isBusy?: boolean;
  readonly isIncomplete?: boolean;
  readonly isPassed: boolean;
  readonly onSkip: () => void;
  readonly children?: ReactNode;
}

/** The buttons below a step: to save and continue, and to skip. */
export function StepButtons({
  submit,
  isBusy = false,
  isIncomplete = false,
  isPassed,
  onSkip,
  children,
}: StepButtonsProps) {
  return (
    <Group gap="xs" mt="md">
      {submit !== undefined && (
        <Button type="submit" loading={isBusy} disabled={isIncomplete}>
          {submit}
        </Button>
      )}
      {children}
      <Button variant="default" onClick={onSkip}>
        {isPassed ? words.setup.next : words.setup.skip}
      </Button>
    </Group>
  );
}
