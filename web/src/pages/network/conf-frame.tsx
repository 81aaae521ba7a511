import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { en } from '../../language/en.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Waiting } from '../../parts/waiting.js';
import type { ConfForm } from './use-conf-form.js';

/** The frame of a form over settings: its fields, then the buttons; no buttons for who may only look. */
export function ConfFrame({ form, children }: { readonly form: ConfForm; readonly children: ReactNode }) {
  const isChanged = Object.keys(form.edited).length > 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) form.save();
      }}
    >
      <Stack gap="sm" maw={420}>
        {form.kept ? children : !form.error && <Waiting />}
        <ErrorNote error={form.error} />
        {form.mayChange && form.kept && (
          <Group gap="xs">
            <Button type="submit" disabled={!isChanged} loading={form.isSaving}>
              {en.common.save}
            </Button>
            <Button variant="default" disabled={!isChanged} onClick={form.discard}>
              {en.network.discard}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
