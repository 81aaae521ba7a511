import { Button, Group, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { words } from '../language/words.js';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
}

/** A text to copy: it is selected as a whole when it gets the focus, and a button copies it. */
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
        {isCopied ? words.common.copied : words.common.copy}
      </Button>
    </Group>
  );
}

/** The deprecated command; over plain HTTP there is no other way to copy. */
const older: { readonly execCommand?: (name: string) => boolean } = document;

/** Answers false if the text is only selected, so that the user copies it with the keyboard. */
async function copy(field: HTMLInputElement | null): Promise<boolean> {
  if (!field) return false;
  field.focus();
  field.select();
  if (!window.isSecureContext) return older.execCommand?.('copy') ?? false;
  await navigator.clipboard.writeText(field.value);
  return true;
}
