import { Button, Group, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { ErrorNote, fieldError } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { notify } from '../../components/toasts.js';

interface Identity {
  readonly deviceName?: string;
  readonly globalRebootTime?: number;
  readonly deviceSequentialPowerUpDelay?: number;
  readonly capacityDerating?: number;
}

/** The name of the device, and the times and the share of ratings that apply to all outlets. */
export function IdentityPanel({ mayChange }: { readonly mayChange: boolean }) {
  const { data: saved } = useApi('/api/conf');
  const [edited, setEdited] = useState<Identity>({});
  const save = useChange((body: Identity) => api.post('/api/conf', { body }), ['/api/conf']);
  const texts = words.system;
  const isChanged = Object.keys(edited).length > 0;
  const whole = (key: Exclude<keyof Identity, 'deviceName'>, label: string) => (
    <NumberInput
      label={label}
      value={edited[key] ?? saved?.[key] ?? ''}
      onChange={(value) => setEdited({ ...edited, [key]: Number(value) })}
      error={fieldError(save.error, key)}
      readOnly={!mayChange}
      allowDecimal={false}
      min={0}
      w={300}
    />
  );
  return (
    <Panel title={texts.identity}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(edited, {
            onSuccess: () => {
              setEdited({});
              notify(words.common.saved);
            },
          });
        }}
      >
        <Group align="flex-start" gap="md">
          <TextInput
            label={texts.deviceName}
            value={edited.deviceName ?? saved?.deviceName ?? ''}
            onChange={({ currentTarget: { value } }) => setEdited({ ...edited, deviceName: value })}
            error={fieldError(save.error, 'deviceName')}
            readOnly={!mayChange}
            w={300}
          />
          {whole('globalRebootTime', texts.globalRebootTime)}
          {whole('deviceSequentialPowerUpDelay', texts.powerUpDelay)}
          {whole('capacityDerating', texts.derating)}
        </Group>
        {mayChange && (
          <Group mt="sm" gap="xs">
            <Button type="submit" disabled={!isChanged} loading={save.isPending}>
              {words.common.save}
            </Button>
            <Button variant="default" disabled={!isChanged} onClick={() => setEdited({})}>
              {words.common.cancel}
            </Button>
          </Group>
        )}
        <ErrorNote error={save.error} />
      </form>
    </Panel>
  );
}
