import {
  Button,
  Checkbox,
  Code,
  FileInput,
  Group,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { useConfirm } from '../../components/confirm.js';
import { ErrorNote, fieldError } from '../../components/error-note.js';
import { useLeaveGuard } from '../../components/leave-guard.js';
import { saveFile } from '../../components/save-file.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import { words } from '../../language/words.js';

const MAKES_OLD = ['/api/system', '/api/conf'];
const FILE = 'rackfeed.csr';

/** The way to a certificate of an authority whose key never leaves the controller: a request, then its certificate. */
export function SigningRequest({ certificate }: { readonly certificate: Schema['CertificateView'] }) {
  const { signingRequest, suggestedNames = [] } = certificate;
  return (
    <Stack gap="sm" maw={560} mt="lg">
      <Title order={3}>{words.signingRequest.title}</Title>
      {signingRequest ? <Answer request={signingRequest} /> : <Create suggested={suggestedNames.join(', ')} />}
    </Stack>
  );
}

const KEY_TYPES = [
  { value: 'EC', label: 'EC (P-256)' },
  { value: 'RSA', label: 'RSA (2048)' },
];

/** Makes the request and saves it as a file, by one button. */
function Create({ suggested }: { readonly suggested: string }) {
  const [names, setNames] = useState(suggested);
  const [organization, setOrganization] = useState('');
  const [country, setCountry] = useState('');
  const [keyType, setKeyType] = useState<'EC' | 'RSA'>('EC');
  // The request, once it is read, takes this form off the page, so that the file is saved within the change.
  const create = useChange(async () => {
    const list = names.split(/[\s,]+/).filter((name) => name !== '');
    const body = { names: list.length === 0 ? null : list, organization, country, keyType };
    const { pem } = await api.post('/api/system/certificate/request', { body });
    saveFile(FILE, pem);
  }, MAKES_OLD);
  const texts = words.signingRequest;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate(undefined);
      }}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {texts.help}
        </Text>
        <TextInput
          label={texts.names}
          description={texts.namesHelp}
          error={fieldError(create.error, 'names')}
          value={names}
          onChange={({ currentTarget }) => setNames(currentTarget.value)}
        />
        <Group gap="sm" align="flex-start">
          <TextInput
            label={texts.organization}
            error={fieldError(create.error, 'organization')}
            value={organization}
            onChange={({ currentTarget }) => setOrganization(currentTarget.value)}
          />
          <TextInput
            label={texts.country}
            placeholder="DE"
            maxLength={2}
            w={80}
            error={fieldError(create.error, 'country')}
            value={country}
            onChange={({ currentTarget }) => setCountry(currentTarget.value.toUpperCase())}
          />
          <Select
            label={texts.keyType}
            data={KEY_TYPES}
            value={keyType}
            w={140}
            onChange={(value) => setKeyType(value === 'RSA' ? 'RSA' : 'EC')}
          />
        </Group>
        <ErrorNote error={create.error} />
        <div>
          <Button type="submit" variant="default" loading={create.isPending}>
            {texts.create}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** Takes the certificate of the open request, and switches HTTPS on in the same step. */
function Answer({ request }: { readonly request: Schema['SigningRequestView'] }) {
  const confirm = useConfirm();
  const { data: conf } = useApi('/api/conf');
  const [certificate, setCertificate] = useState('');
  const [alsoHttps, setAlsoHttps] = useState(true);
  const isOff = conf?.webSslEnabled === false;
  const texts = words.signingRequest;
  useLeaveGuard(certificate !== '');
  const use = useChange(async () => {
    await api.put('/api/system/certificate', { body: { certificate } });
    setCertificate('');
    if (isOff && alsoHttps) await api.post('/api/conf', { body: { webSslEnabled: true } }).catch(notifyFailure);
    notify(words.certificate.uploaded);
  }, MAKES_OLD);
  const remove = useChange(() => api.delete('/api/system/certificate/request'), MAKES_OLD);
  const askToRemove = async (): Promise<void> => {
    const question = { title: texts.removeTitle, body: texts.removeText, confirm: words.common.delete, danger: true };
    if (await confirm(question)) remove.mutate(undefined, { onError: notifyFailure });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        use.mutate(undefined);
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          {texts.open} <Code>{request.names.join(', ')}</Code>
        </Text>
        <Textarea
          label={texts.signed}
          description={texts.signedHelp}
          error={fieldError(use.error, 'certificate')}
          value={certificate}
          rows={6}
          spellCheck={false}
          autoComplete="off"
          styles={{ input: { fontFamily: 'monospace' } }}
          onChange={({ currentTarget }) => setCertificate(currentTarget.value)}
        />
        <FileInput
          aria-label={`${texts.signed}: ${words.certificate.fromFile}`}
          placeholder={words.certificate.fromFile}
          accept=".pem,.crt,.cer"
          value={null}
          onChange={(file) => void file?.text().then(setCertificate)}
        />
        {isOff && (
          <Checkbox
            label={texts.switchOn}
            checked={alsoHttps}
            onChange={({ currentTarget }) => setAlsoHttps(currentTarget.checked)}
          />
        )}
        <ErrorNote error={use.error} />
        <Group gap="xs">
          <Button type="submit" disabled={certificate.trim() === ''} loading={use.isPending}>
            {isOff && alsoHttps ? texts.useAndSwitchOn : texts.use}
          </Button>
          <Button variant="default" onClick={() => saveFile(FILE, request.pem)}>
            {texts.download}
          </Button>
          <Button color="red" variant="light" loading={remove.isPending} onClick={() => void askToRemove()}>
            {texts.remove}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
