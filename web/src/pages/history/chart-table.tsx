import { Button, Table } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../language/words.js';
import { quantity, type Times } from '../../language/format.js';
import type { Drawing } from './history-lines.js';

interface ChartTableProps {
  readonly drawing: Drawing;
  readonly times: Times;
  readonly digits: number;
  readonly unit: string;
}

/** The newest values of a chart as a table, for those who do not see it; the CSV has all of them. */
export function ChartTable({ drawing: { lines, columns }, times, digits, unit }: ChartTableProps) {
  const [isOpen, setOpen] = useState(false);
  const [at, ...values] = columns;
  return (
    <>
      <Button variant="subtle" px={4} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {words.history.table}
      </Button>
      {isOpen && (
        <Table.ScrollContainer minWidth={0} mah={360}>
          <Table aria-label={words.history.table} fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.history.time}</Table.Th>
                {lines.map(({ label }) => (
                  <Table.Th key={label}>{label}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {newest(at).map((place) => (
                <Table.Tr key={place}>
                  <Table.Td>{times.dateTime(at[place])}</Table.Td>
                  {lines.map(({ label }, column) => (
                    <Table.Td key={label}>{quantity(values[column]?.[place] ?? undefined, digits, unit)}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </>
  );
}

const MOST = 200;

/** The places of the newest values, newest first. */
const newest = (at: readonly number[]): number[] =>
  Array.from({ length: Math.min(MOST, at.length) }, (_, place) => at.length - 1 - place);
