import { Alert, FileInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { en } from '../../language/en.js';
import { fieldError } from '../../parts/error-note.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { say } from '../../parts/toasts.js';

interface CertificateUploadProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Takes a certificate and its key: pasted, or from files. */
export function CertificateUpload({ opened, onClose }: CertificateUploadProps) {
  return opened ? <Form onClose={onClose} /> : null;
}

function Form({ onClose }: Pick<CertificateUploadProps, 'onClose'>) {
  const [certificate, setCertificate] = useState('');
  const [key, setKey] = useState('');
  const words = en.certificate;
  const upload = useChange(
    () => api.put('/api/system/certificate', { body: { certificate, key } }),
    ['/api/system', '/api/conf'],
  );
  return (
    <FormDialog
      title={words.upload}
      opened
      onClose={onClose}
      size="lg"
      submit={words.upload}
      isIncomplete={certificate.trim() === '' || key.trim() === ''}
      onSubmit={async () => {
        await upload.mutateAsync(undefined);
        say(words.uploaded);
      }}
    >
      {location.protocol === 'http:' && (
        <Alert color="orange" variant="light" c="var(--warn)">
          {words.uploadHint}
        </Alert>
      )}
      <PemField
        label={words.certificateField}
        help={words.certificateHelp}
        error={fieldError(upload.error, 'certificate')}
        value={certificate}
        onChange={setCertificate}
      />
      <PemField
        label={words.keyField}
        help={words.keyHelp}
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
        aria-label={`${label}: ${en.certificate.fromFile}`}
        placeholder={en.certificate.fromFile}
        accept=".pem,.crt,.cer,.key"
        value={null}
        onChange={(file) => void file?.text().then(onChange)}
      />
    </div>
  );
}
