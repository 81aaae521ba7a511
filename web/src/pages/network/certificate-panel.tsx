import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { useConfirm } from '../../components/confirm.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import { saveFile } from '../../components/save-file.js';
import { CertificateFacts } from './certificate-facts.js';
import { SigningRequest } from './signing-request.js';
import { CertificateUpload } from './certificate-upload.js';

const MAKES_OLD = ['/api/system', '/api/conf'];

/** The certificate of HTTPS, with the buttons to replace it. */
export function CertificatePanel({ mayChange }: { readonly mayChange: boolean }) {
  const confirm = useConfirm();
  const [isUploading, setUploading] = useState(false);
  const { data: certificate, error } = useApi('/api/system/certificate');
  const renew = useChange(() => api.post('/api/system/certificate/renew'), MAKES_OLD);
  const remove = useChange(() => api.delete('/api/system/certificate'), MAKES_OLD);
  const texts = words.certificate;

  const askToRenew = async (): Promise<void> => {
    if (!(await confirm({ title: texts.renewTitle, body: texts.renewText, confirm: texts.renew }))) return;
    renew.mutate(undefined, { onSuccess: () => notify(texts.renewed), onError: notifyFailure });
  };
  const askToRemove = async (): Promise<void> => {
    const question = { title: texts.removeTitle, body: texts.removeText, confirm: words.common.delete, danger: true };
    if (!(await confirm(question))) return;
    remove.mutate(undefined, { onSuccess: () => notify(texts.removed), onError: notifyFailure });
  };

  return (
    <Panel title={words.network.certificate}>
      <ErrorNote error={error} />
      {certificate && (
        <>
          <CertificateFacts certificate={certificate} />
          <Group gap="xs" mt="md">
            <Button variant="default" onClick={() => saveFile('rackfeed.pem', certificate.chain)}>
              {texts.download}
            </Button>
            {mayChange && (
              <>
                <Button variant="default" onClick={() => setUploading(true)}>
                  {texts.upload}
                </Button>
                <Button variant="default" loading={renew.isPending} onClick={() => void askToRenew()}>
                  {texts.renew}
                </Button>
                {certificate.source === 'custom' && (
                  <Button color="red" loading={remove.isPending} onClick={() => void askToRemove()}>
                    {texts.remove}
                  </Button>
                )}
              </>
            )}
          </Group>
          {mayChange && <SigningRequest certificate={certificate} />}
        </>
      )}
      {isUploading && <CertificateUpload onClose={() => setUploading(false)} />}
    </Panel>
  );
}
