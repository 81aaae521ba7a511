import { Alert, FileInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { fieldError } from '../../components/error-note.js';
import { FormDialog } from '../../components/form-dialog.js';
import { notify } from '../../components/toasts.js';

/** The dialog for a certificate and its key, pasted or from files. */
export function CertificateUpload({ onClose }: { readonly onClose: () => void }) {
  const [certificate, setCertificate] = useState('');
  const [key, setKey] = useState('');
  const texts = words.certificate;
  const upload = useChange(
    () => api.put('/api/system/certificate', { body: { certificate, key } }),
    ['/api/system', '/api/conf'],
  );
  return (
    <FormDialog
      title={texts.upload}
      onClose={onClose}
      size="lg"
      submit={texts.upload}
      isIncomplete={certificate.trim() === '' || key.trim() === ''}
      onSubmit={async () => {
        await upload.mutateAsync(undefined);
        notify(texts.uploaded);
      }}
    >
      {location.protocol === 'http:' && (
        <Alert color="orange" variant="light">
          {texts.uploadHint}
        </Alert>
      )}
      <PemField
        label={texts.certificateField}
        help={texts.certificateHelp}
        error={fieldError(upload.error, 'certificate')}
        value={certificate}
        onChange={setCertificate}
      />
      <PemField
        label={texts.keyField}
        help={texts.keyHelp}
        error={fieldError(upload.error, 'key')}
        value={key}
        onChange={setKey}
      />
    </FormDialog>
  );
}

interface PemFieldProps {
  readonly label: string;
  readonly help: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (pem: string) => void;
}

function PemField({ label, help, error, value, onChange }: PemFieldProps) {
  return (
    <div>
      <Textarea
        label={label}
        description={help}
        error={error}
        value={value}
        rows={5}
        spellCheck={false}
        autoComplete="off"
        styles={{ input: { fontFamily: 'monospace' } }}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <FileInput
        mt={4}
        aria-label={`${label}: ${words.certificate.fromFile}`}
        placeholder={words.certificate.fromFile}
        accept=".pem,.crt,.cer,.key"
        value={null}
        onChange={(file) => void file?.text().then(onChange)}
      />
    </div>
  );
}
