import { TextInput } from '@mantine/core';
import { LONG } from '../../stories/fixtures.js';
import { Sent } from '../../stories/sent.js';
import type { Stories, Story } from '../../stories/story.js';
import { ApiFailure } from '../api/client.js';
import { FormDialog } from './form-dialog.js';

const nothing = (): void => undefined;

const dialog = (title: string, name: string, error?: Error): Story => ({
  show: () => (
    <FormDialog title={title} onClose={nothing} onSubmit={() => Promise.reject(error ?? new Error('not sent'))}>
      <TextInput label="Name" value={name} onChange={nothing} />
      {error && <Sent />}
    </FormDialog>
  ),
});

export default {
  refused: dialog(
    'Edit the group',
    LONG,
    new ApiFailure(400, 'INVALID', 'Two members are wrong.', [
      { field: 'groupName', message: 'groupName must be shorter than or equal to 100 characters.' },
      { field: 'outlets', message: `Outlet "${LONG}" is twice in the list.` },
    ]),
  ),
  'long-names': dialog(`Edit ${LONG}`, LONG),
} satisfies Stories;
