import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { ErrorNote, fieldError } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { saveDocument } from '../../components/save-file.js';
import { settingId } from '../network/setting-places.js';
import { useFoundSetting } from '../network/use-found-setting.js';

/** Exports the configuration document, without secrets or with secrets encrypted with a passphrase. */
export function ConfigurationExport() {
  const { deviceName } = useSession();
  const [passphrase, setPassphrase] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  useFoundSetting(true);
  const texts = words.configuration;
  const name = deviceName;

  const save = async (read: () => Promise<object>, file: string): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      saveDocument(file, await read());
    } catch (failure) {
      setError(failure as Error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Panel title={texts.export}>
      <Stack gap="md">
        <div>
          <Button loading={isBusy} onClick={() => void save(() => api.get('/api/config/export'), name)}>
            {texts.exportPlain}
          </Button>
          <Text size="sm" c="dimmed" mt={6}>
            {texts.exportPlainText}
          </Text>
        </div>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const body = { passphrase, currentPassword };
            void save(() => api.post('/api/config/export', { body }), `${name}-full`);
          }}
        >
          <Text size="sm" c="dimmed" mb="xs">
            {texts.exportFullText}
          </Text>
          <Group align="flex-end" gap="sm">
            <PasswordInput
              id={settingId('passphrase')}
              label={texts.passphrase}
              value={passphrase}
              onChange={({ currentTarget: { value } }) => setPassphrase(value)}
              error={fieldError(error, 'passphrase')}
              autoComplete="new-password"
              w={240}
            />
            <PasswordInput
              label={texts.currentPassword}
              value={currentPassword}
              onChange={({ currentTarget: { value } }) => setCurrentPassword(value)}
              error={fieldError(error, 'currentPassword')}
              autoComplete="current-password"
              w={240}
            />
            <Button type="submit" variant="default" disabled={!passphrase || !currentPassword} loading={isBusy}>
              {texts.exportFull}
            </Button>
          </Group>
        </form>
        <ErrorNote error={error} />
      </Stack>
    </Panel>
  );
}
