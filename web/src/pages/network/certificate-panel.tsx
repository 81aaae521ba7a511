import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { en } from '../../language/en.js';
import { useConfirm } from '../../parts/confirm.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Panel } from '../../parts/page.js';
import { say, sayFailed } from '../../parts/toasts.js';
import { Waiting } from '../../parts/waiting.js';
import { saveFile } from '../system/save-file.js';
import { CertificateFacts } from './certificate-facts.js';
import { CertificateUpload } from './certificate-upload.js';

const MAKES_OLD = ['/api/system', '/api/conf'];

/** The certificate that HTTPS uses, and how it is replaced. */
export function CertificatePanel({ mayChange }: { readonly mayChange: boolean }) {
  const confirm = useConfirm();
  const [isUploading, setUploading] = useState(false);
  const { data: certificate, error } = useApi('/api/system/certificate');
  const renew = useChange(() => api.post('/api/system/certificate/renew'), MAKES_OLD);
  const remove = useChange(() => api.delete('/api/system/certificate'), MAKES_OLD);
  const words = en.certificate;

  const askToRenew = async (): Promise<void> => {
    if (!(await confirm({ title: words.renewTitle, body: words.renewText, confirm: words.renew }))) return;
    renew.mutate(undefined, { onSuccess: () => say(words.renewed), onError: sayFailed });
  };
  const askToRemove = async (): Promise<void> => {
    const question = { title: words.removeTitle, body: words.removeText, confirm: en.common.delete, danger: true };
    if (!(await confirm(question))) return;
    remove.mutate(undefined, { onSuccess: () => say(words.removed), onError: sayFailed });
  };

  return (
    <Panel title={en.network.certificate}>
      <ErrorNote error={error} />
      {!certificate && !error && <Waiting />}
      {certificate && (
        <>
          <CertificateFacts certificate={certificate} />
          <Group gap="xs" mt="md">
            <Button variant="default" onClick={() => saveFile('rackfeed.pem', certificate.chain)}>
              {words.download}
            </Button>
            {mayChange && (
              <>
                <Button variant="default" onClick={() => setUploading(true)}>
                  {words.upload}
                </Button>
                <Button variant="default" loading={renew.isPending} onClick={() => void askToRenew()}>
                  {words.renew}
                </Button>
                {certificate.source === 'custom' && (
                  <Button color="red" loading={remove.isPending} onClick={() => void askToRemove()}>
                    {words.remove}
                  </Button>
                )}
              </>
            )}
          </Group>
        </>
      )}
      <CertificateUpload opened={isUploading} onClose={() => setUploading(false)} />
    </Panel>
  );
}
