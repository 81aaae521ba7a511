import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLeaveGuard } from '../../components/leave-guard.js';
import { ErrorNote } from '../../components/error-note.js';
import { words } from '../../language/words.js';
import type { SettingsFormState } from '../network/use-settings-form.js';
import { StepButtons } from './step-buttons.js';
import type { StepProps } from './step-props.js';

interface ConfStepProps extends StepProps {
  readonly form: SettingsFormState;
  /** The step stays open after saving, for a test with the saved settings. */
  readonly stays?: boolean;
  readonly children: ReactNode;
}

/** A step of settings, which are saved before the next step. */
export function ConfStep({ form, stays = false, onDone, isPassed, children }: ConfStepProps) {
  useLeaveGuard(form.isChanged);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isChanged) form.save(stays ? undefined : onDone);
        else onDone();
      }}
    >
      <Stack gap="sm" maw={420}>
        {children}
        <ErrorNote error={form.error} />
      </Stack>
      <StepButtons
        submit={stays && form.isChanged ? words.common.save : words.setup.save}
        isBusy={form.isSaving}
        isPassed={isPassed}
        onSkip={onDone}
      />
    </form>
  );
}
