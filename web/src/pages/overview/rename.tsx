import { useState } from 'react';
import { api } from '../../api/client.js';
import { words } from '../../language/words.js';
import { FormDialog } from '../../components/form-dialog.js';
import { NameField } from '../../components/name-field.js';
import { RowButton } from '../../components/row-button.js';
import { notify } from '../../components/toasts.js';

interface RenameProps {
  readonly id: string;
  readonly name: string;
  /** The name by which the page shows it, which distinguishes it from others of the same name. */
  readonly shown: string;
}

/** Renames a bank. */
export function Rename({ shown, ...props }: RenameProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RowButton label={words.overview.renameOf(shown)} text={words.overview.rename} onClick={() => setOpen(true)} />
      {isOpen && <Form {...props} shown={shown} onClose={() => setOpen(false)} />}
    </>
  );
}

function Form({ id, name, shown, onClose }: RenameProps & { readonly onClose: () => void }) {
  const [title] = useState(words.overview.renameTitle(shown));
  const [typed, setTyped] = useState(name);
  const submit = async (): Promise<void> => {
    await api.put('/api/banks/{bankId}', { path: { bankId: id }, body: { bankName: typed } });
    notify(words.common.saved);
  };
  return (
    <FormDialog title={title} onClose={onClose} onSubmit={submit} isIncomplete={typed.trim() === ''}>
      <NameField value={typed} onChange={setTyped} />
    </FormDialog>
  );
}
