import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../../language/words.js';
import { useLeaveGuard } from '../../components/leave-guard.js';
import { ErrorNote } from '../../components/error-note.js';
import { Loading } from '../../components/loading.js';
import './settings-form.css';
import { useFoundSetting } from './use-found-setting.js';
import type { SettingsFormState } from './use-settings-form.js';

/** The frame of a settings form: its fields, and the buttons unless the role may only view the settings. */
export function SettingsForm({ form, children }: { readonly form: SettingsFormState; readonly children: ReactNode }) {
  const { isChanged } = form;
  useLeaveGuard(isChanged);
  useFoundSetting(form.saved !== undefined);
  return (
    <form
      className="settings-form"
      data-view={!form.mayChange || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) form.save();
      }}
    >
      <Stack gap="sm" maw={420}>
        {form.saved ? children : !form.error && <Loading />}
        <ErrorNote error={form.error} />
        {form.mayChange && form.saved && (
          <Group gap="xs">
            <Button type="submit" disabled={!isChanged} loading={form.isSaving}>
              {words.common.save}
            </Button>
            <Button variant="default" disabled={!isChanged} onClick={form.discard}>
              {words.network.discard}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
