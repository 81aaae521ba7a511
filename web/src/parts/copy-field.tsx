import { Button, Group, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { en } from '../language/en.js';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
}

/** A text to be taken along: marked as a whole when it is entered, copied by a button. */
export function CopyField({ label, value }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        ref={field}
        label={label}
        value={value}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
        styles={{ input: { fontFamily: 'monospace' } }}
        style={{ flex: 1 }}
        data-autofocus
      />
      <Button
        variant="default"
        miw={80}
        aria-live="polite"
        onClick={() => void copy(field.current).then(setCopied, () => setCopied(false))}
      >
        {isCopied ? en.common.copied : en.common.copy}
      </Button>
    </Group>
  );
}

/** The way before the clipboard was; over plain HTTP the only one, and deprecated there all the same. */
const older: { readonly execCommand?: (name: string) => boolean } = document;

/** False: the text is only marked, for the keyboard's copy. */
async function copy(field: HTMLInputElement | null): Promise<boolean> {
  if (!field) return false;
  field.focus();
  field.select();
  if (!window.isSecureContext) return older.execCommand?.('copy') ?? false;
  await navigator.clipboard.writeText(field.value);
  return true;
}
