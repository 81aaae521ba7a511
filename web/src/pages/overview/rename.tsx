import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { en } from '../../language/en.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { say } from '../../parts/toasts.js';

interface RenameProps {
  readonly list: 'inlets' | 'banks';
  readonly id: string;
  readonly name: string;
  /** What it is called beside others. */
  readonly shown: string;
}

/** Renames an inlet or a bank. */
export function Rename({ shown, ...thing }: RenameProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-xs" variant="subtle" aria-label={en.overview.renameOf(shown)} onClick={() => setOpen(true)}>
        {en.overview.rename}
      </Button>
      {isOpen && <Form {...thing} shown={shown} onClose={() => setOpen(false)} />}
    </>
  );
}

function Form({ list, id, name, shown, onClose }: RenameProps & { readonly onClose: () => void }) {
  const [title] = useState(en.overview.renameTitle(shown));
  const [typed, setTyped] = useState(name);
  const submit = async (): Promise<void> => {
    if (list === 'inlets')
      await api.put('/api/inlets/{inletId}', { path: { inletId: id }, body: { inletName: typed } });
    else await api.put('/api/banks/{bankId}', { path: { bankId: id }, body: { bankName: typed } });
    say(en.common.saved);
  };
  return (
    <FormDialog title={title} opened onClose={onClose} onSubmit={submit} isIncomplete={typed.trim() === ''}>
      <TextInput
        label={en.common.name}
        value={typed}
        maxLength={100}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
