import { NativeSelect } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { words } from '../../language/words.js';
import type { OutletRow } from './outlet-rows.js';

const STATES: Readonly<Record<string, { readonly label: string; readonly fits: (row: OutletRow) => boolean }>> = {
  on: { label: words.common.on, fits: ({ state }) => state === 'ON' },
  off: { label: words.common.off, fits: ({ state }) => state === 'OFF' },
  rebooting: { label: words.outlets.rebooting, fits: ({ isRebooting }) => isRebooting },
  failed: { label: words.outlets.failed, fits: ({ hasFailed }) => hasFailed },
};

/** The filters of the outlets; they are in the address, so that links and the browser's back button work. */
export function useOutletFilters(rows: readonly OutletRow[]) {
  const [params, setParams] = useSearchParams();
  const [state, bank, label] = ['state', 'bank', 'label'].map((name) => params.get(name) ?? '') as [
    string,
    string,
    string,
  ];
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next);
  };
  const fits = STATES[state]?.fits ?? (() => true);
  const found = rows.filter((row) => fits(row) && (bank === '' || row.bankId === bank) && hasLabel(row, label));
  const labels = [...new Set(rows.flatMap((row) => Object.entries(row.labels ?? {}).map(labelText)))].sort();
  const banks = [...new Map(rows.map(({ bankId, bankName }) => [bankId, bankName]))].filter(([, name]) => name !== '');
  const fields = (
    <>
      <NativeSelect
        aria-label={words.outlets.filterState}
        w={150}
        value={state}
        data={[
          { value: '', label: words.outlets.anyState },
          ...Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
        ]}
        onChange={(event) => set('state', event.currentTarget.value)}
      />
      {banks.length > 1 && (
        <NativeSelect
          aria-label={words.outlets.filterBank}
          w={190}
          value={bank}
          data={[{ value: '', label: words.outlets.anyBank }, ...banks.map(([value, label]) => ({ value, label }))]}
          onChange={(event) => set('bank', event.currentTarget.value)}
        />
      )}
      {(labels.length > 0 || label !== '') && (
        <NativeSelect
          aria-label={words.outlets.filterLabel}
          w={170}
          value={label}
          data={[{ value: '', label: words.outlets.anyLabel }, ...[...new Set([...labels, ...(label ? [label] : [])])]]}
          onChange={(event) => set('label', event.currentTarget.value)}
        />
      )}
    </>
  );
  return { found, fields, sortedBy: params.get('sort') ?? undefined };
}

/** A label as the filter of the API has it. */
const labelText = ([key, value]: [string, string]): string => `${key}:${value}`;

/** True for a label with this value or, without a colon, with any value of the key; and without a filter. */
const hasLabel = ({ labels }: OutletRow, wanted: string): boolean =>
  wanted === '' || Object.entries(labels ?? {}).some((entry) => entry[0] === wanted || labelText(entry) === wanted);
