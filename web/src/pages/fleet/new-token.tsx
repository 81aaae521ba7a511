import { NumberInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type HubSchema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { fieldError } from '../../components/error-note.js';
import { FormDialog } from '../../components/form-dialog.js';
import { words } from '../../language/words.js';

interface Props {
  readonly onMade: (made: HubSchema['NewEnrolmentView']) => void;
  readonly onClose: () => void;
}

/** A number is a text while its field is empty. */
const FIRST = { site: '', name: '', uses: 1 as number | string, hours: 24 as number | string, accept: false };

/** The dialog that makes a token. */
export function NewToken({ onMade, onClose }: Props) {
  const [fields, setFields] = useState(FIRST);
  const set = (changed: Partial<typeof FIRST>): void => setFields({ ...fields, ...changed });
  const { site, name, uses, hours, accept } = fields;
  const create = useChange(
    () =>
      api.post('/api/fleet/enrolments', {
        body: {
          site: site.trim(),
          uses: Number(uses),
          hours: Number(hours),
          accept,
          ...(name.trim() !== '' && { name: name.trim() }),
        },
      }),
    ['/api/fleet/enrolments'],
  );
  return (
    <FormDialog
      title={words.fleet.newToken}
      submit={words.fleet.create}
      onClose={onClose}
      onSubmit={async () => onMade(await create.mutateAsync(undefined))}
      isIncomplete={site.trim() === '' || uses === '' || hours === ''}
    >
      <TextInput
        label={words.fleet.site}
        description={words.fleet.siteHelp}
        value={site}
        maxLength={32}
        error={fieldError(create.error, 'site')}
        data-autofocus
        onChange={(event) => set({ site: event.currentTarget.value })}
      />
      <TextInput
        label={words.fleet.note}
        value={name}
        maxLength={100}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <NumberInput
        label={words.fleet.uses}
        value={uses}
        min={1}
        max={2000}
        allowDecimal={false}
        error={fieldError(create.error, 'uses')}
        onChange={(value) => set({ uses: value })}
      />
      <NumberInput
        label={words.fleet.hours}
        value={hours}
        min={1}
        max={8760}
        allowDecimal={false}
        error={fieldError(create.error, 'hours')}
        onChange={(value) => set({ hours: value })}
      />
      <Switch
        label={words.fleet.acceptAtOnce}
        description={words.fleet.acceptHelp}
        checked={accept}
        onChange={(event) => set({ accept: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}
