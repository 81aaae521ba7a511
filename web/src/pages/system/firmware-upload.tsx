import { Button, Checkbox, FileInput, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { bytes, percent } from '../../language/format.js';
import { useConfirm } from '../../components/confirm.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { notify } from '../../components/toasts.js';
import { sendFirmware } from './send-firmware.js';
import { useRestart } from './use-restart.js';

/**
 * Uploads a bundle with a progress bar, and waits until the controller has restarted with the new or the old version.
 */
export function FirmwareUpload({ firmware }: { readonly firmware: Schema['FirmwareView'] }) {
  const { rights } = useSession();
  const confirm = useConfirm();
  const { isAway, wait } = useRestart();
  const [file, setFile] = useState<File | null>(null);
  const [allowDowngrade, setAllowDowngrade] = useState(false);
  const [sent, setSent] = useState<number>();
  const [error, setError] = useState<Error | null>(null);
  const texts = words.firmware;
  const isBusy = sent !== undefined || isAway;

  const install = async (): Promise<void> => {
    if (!file) return;
    const question = { title: texts.confirmTitle, body: texts.confirmText(file.name), confirm: texts.install };
    if (!(await confirm(question))) return;
    setError(null);
    setSent(0);
    try {
      const { version } = await sendFirmware(file, allowDowngrade, setSent);
      setSent(undefined);
      await wait();
      const { version: running } = await api.get('/api/system/firmware');
      notify(running === version ? texts.installed(version) : texts.back(running));
      setFile(null);
    } catch (failure) {
      setError(failure as Error);
    } finally {
      setSent(undefined);
    }
  };

  return (
    <Panel title={texts.upload}>
      <Stack gap="sm" align="flex-start">
        <FileInput
          label={texts.file}
          description={texts.limit(bytes(firmware.limit))}
          placeholder={texts.choose}
          accept=".gz,.tgz,application/gzip"
          value={file}
          onChange={setFile}
          disabled={isBusy}
          clearable
          w={320}
        />
        {rights.isAdministrator && (
          <Checkbox
            label={texts.downgrade}
            checked={allowDowngrade}
            onChange={({ currentTarget: { checked } }) => setAllowDowngrade(checked)}
            disabled={isBusy}
          />
        )}
        <Button disabled={!file} loading={isBusy} onClick={() => void install()}>
          {texts.install}
        </Button>
        {/* The space is reserved, so that nothing moves when the progress bar appears. */}
        <div role="status" style={{ minHeight: 36, width: '100%' }}>
          {isBusy && <UploadProgress sent={sent} />}
        </div>
        <ErrorNote error={error} />
      </Stack>
    </Panel>
  );
}

function UploadProgress({ sent }: { readonly sent: number | undefined }) {
  const texts = words.firmware;
  const isSending = sent !== undefined && sent < 1;
  const text = isSending ? texts.sending(percent(sent * 100)) : sent === undefined ? texts.restarting : texts.checking;
  return (
    <>
      <Text size="sm">{text}</Text>
      <Progress value={isSending ? sent * 100 : 100} animated={!isSending} aria-label={text} />
    </>
  );
}
