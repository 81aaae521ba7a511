import { Button, Checkbox, FileInput, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { bytes, percent } from '../../language/format.js';
import { useConfirm } from '../../parts/confirm.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Panel } from '../../parts/page.js';
import { say } from '../../parts/toasts.js';
import { sendFirmware } from './send-firmware.js';
import { useRestart } from './use-restart.js';

/** Sends a bundle, shows how far it is, and waits for the controller to come back with it, or without. */
export function FirmwareUpload({ firmware }: { readonly firmware: Schema['FirmwareView'] }) {
  const { rights } = useSession();
  const confirm = useConfirm();
  const { isAway, wait } = useRestart();
  const [file, setFile] = useState<File | null>(null);
  const [allowDowngrade, setAllowDowngrade] = useState(false);
  const [sent, setSent] = useState<number>();
  const [error, setError] = useState<Error | null>(null);
  const words = en.firmware;
  const isBusy = sent !== undefined || isAway;

  const install = async (): Promise<void> => {
    if (!file) return;
    const question = { title: words.confirmTitle, body: words.confirmText(file.name), confirm: words.install };
    if (!(await confirm(question))) return;
    setError(null);
    setSent(0);
    try {
      const { version } = await sendFirmware(file, allowDowngrade, setSent);
      setSent(undefined);
      await wait();
      const { version: running } = await api.get('/api/system/firmware');
      say(running === version ? words.installed(version) : words.back(running));
      setFile(null);
    } catch (failure) {
      setError(failure as Error);
    } finally {
      setSent(undefined);
    }
  };

  return (
    <Panel title={words.upload}>
      <Stack gap="sm" align="flex-start">
        <FileInput
          label={words.file}
          description={words.limit(bytes(firmware.limit))}
          placeholder={words.choose}
          accept=".gz,.tgz,application/gzip"
          value={file}
          onChange={setFile}
          disabled={isBusy}
          clearable
          w={320}
        />
        {rights.isAdministrator && (
          <Checkbox
            label={words.downgrade}
            checked={allowDowngrade}
            onChange={({ currentTarget: { checked } }) => setAllowDowngrade(checked)}
            disabled={isBusy}
          />
        )}
        <Button disabled={!file} loading={isBusy} onClick={() => void install()}>
          {words.install}
        </Button>
        {/* Always there, so that nothing jumps when it begins. */}
        <div role="status" style={{ minHeight: 36, width: '100%' }}>
          {isBusy && <Standing sent={sent} />}
        </div>
        <ErrorNote error={error} />
      </Stack>
    </Panel>
  );
}

function Standing({ sent }: { readonly sent: number | undefined }) {
  const words = en.firmware;
  const isSending = sent !== undefined && sent < 1;
  const text = isSending ? words.sending(percent(sent * 100)) : sent === undefined ? words.restarting : words.checking;
  return (
    <>
      <Text size="sm">{text}</Text>
      <Progress value={isSending ? sent * 100 : 100} animated={!isSending} aria-label={text} />
    </>
  );
}
