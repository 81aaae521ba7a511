import { Button } from '@mantine/core';
import { useState } from 'react';
import { later } from '../../components/later.js';
import { saveFile } from '../../components/save-file.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { toCsv } from './outlet-csv.js';
import type { OutletRow } from './outlet-rows.js';

const ImportDialog = later(() => import('./outlet-csv-import.js'));

interface Props {
  readonly rows: readonly OutletRow[];
}

/** Exports and imports names, devices and labels of the outlets as a CSV file. */
export function OutletCsv({ rows }: Props) {
  const { rights, deviceName } = useSession();
  const [isOpen, setOpen] = useState(false);
  const texts = words.outlets.csv;
  const name = `${deviceName} outlets.csv`;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        // Spreadsheets know by the byte order mark that it is UTF-8.
        onClick={() => saveFile(name, `\ufeff${toCsv(rows)}`, 'text/csv')}
      >
        {texts.exportAll}
      </Button>
      {rights.switchesOutlets && (
        <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
          {texts.importAll}
        </Button>
      )}
      {isOpen && <ImportDialog rows={rows} onClose={() => setOpen(false)} />}
    </>
  );
}
