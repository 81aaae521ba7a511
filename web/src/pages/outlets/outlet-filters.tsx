import { Select } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { en } from '../../language/en.js';
import type { OutletRow } from './outlet-rows.js';

const STATES: Readonly<Record<string, { readonly label: string; readonly fits: (row: OutletRow) => boolean }>> = {
  on: { label: en.common.on, fits: ({ state }) => state === 'ON' },
  off: { label: en.common.off, fits: ({ state }) => state === 'OFF' },
  rebooting: { label: en.outlets.rebooting, fits: ({ isRebooting }) => isRebooting },
  failed: { label: en.outlets.failed, fits: ({ hasFailed }) => hasFailed },
};

/** The filters of the outlets; they are in the address, so that links and the browser's back button work. */
export function useOutletFilters(rows: readonly OutletRow[]) {
  const [params, setParams] = useSearchParams();
  const [state, bank] = [params.get('state') ?? '', params.get('bank') ?? ''];
  const set = (name: string, value: string | null): void => {
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next);
  };
  const fits = STATES[state]?.fits ?? (() => true);
  const found = rows.filter((row) => fits(row) && (bank === '' || row.bankId === bank));
  const banks = [...new Map(rows.map(({ bankId, bankName }) => [bankId, bankName]))];
  const fields = (
    <>
      <Select
        aria-label={en.outlets.filterState}
        w={130}
        value={state}
        data={[
          { value: '', label: en.outlets.anyState },
          ...Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
        ]}
        onChange={(value) => set('state', value)}
      />
      {banks.length > 1 && (
        <Select
          aria-label={en.outlets.filterBank}
          w={130}
          value={bank}
          data={[{ value: '', label: en.outlets.anyBank }, ...banks.map(([value, label]) => ({ value, label }))]}
          onChange={(value) => set('bank', value)}
        />
      )}
    </>
  );
  return { found, fields };
}
