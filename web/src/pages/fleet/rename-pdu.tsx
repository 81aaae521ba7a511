import { useState } from 'react';
import { api, type HubSchema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { FormDialog } from '../../components/form-dialog.js';
import { NameField } from '../../components/name-field.js';
import { words } from '../../language/words.js';

interface Props {
  readonly pdu: HubSchema['PduView'];
  readonly onClose: () => void;
}

/** The dialog for the name of a PDU in the hub. */
export function RenamePdu({ pdu, onClose }: Props) {
  const [name, setName] = useState(pdu.name);
  const change = useChange(
    () => api.patch('/api/fleet/pdus/{pduId}', { path: { pduId: pdu.id }, body: { name } }),
    ['/api/fleet/pdus'],
  );
  return (
    <FormDialog
      title={words.fleet.renameTitle}
      onClose={onClose}
      onSubmit={() => change.mutateAsync(undefined)}
      isIncomplete={name.trim() === ''}
    >
      <NameField description={words.fleet.renameHelp} value={name} onChange={setName} />
    </FormDialog>
  );
}
