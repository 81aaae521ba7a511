import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { planOf, readCells, toCsv } from './outlet-csv.js';

const outlet = (index: number, more: object = {}) => ({
  id: `${index}-12`,
  outletIndex: index,
  outletName: `Outlet ${index}`,
  ...more,
});
const RACK = [
  outlet(1, {
    device: { name: 'Storage, head 1', address: '192.0.2.7', rackUnit: 12, notes: 'Two\nlines with "quotes"' },
    labels: { tenant: 'blue' },
    consumers: ['Storage, head 1', 'Switch 7'],
  }),
  outlet(2, { labels: { room: '=2.14' } }),
];
const kinds = (text: string) => planOf(text, RACK).problems.map(({ line, kind }) => [line, kind]);

describe('a list of outlets as CSV', () => {
  it('has a row for each outlet and a column for each label', () => {
    expect(toCsv(RACK)).toBe(
      [
        'id,index,outletName,device,address,assetTag,rackUnit,feed,notes,consumers,label:room,label:tenant',
        '1-12,1,Outlet 1,"Storage, head 1",192.0.2.7,,12,,"Two\nlines with ""quotes""","Storage, head 1\nSwitch 7",,blue',
        `2-12,2,Outlet 2,,,,,,,,'=2.14,`,
        '',
      ].join('\r\n'),
    );
  });

  it('changes nothing when it is read again', () => {
    expect(planOf(toCsv(RACK), RACK)).toEqual({ changes: [], differences: [], problems: [] });
  });

  it('is read with commas, semicolons or tabs, with or without a byte order mark', () => {
    for (const separator of [',', ';', '\t']) {
      const text = `\ufeff${['index', 'device'].join(separator)}\n${['2', '"A ""B"""'].join(separator)}\n`;
      expect(planOf(text, RACK).changes).toEqual([{ id: '2-12', device: { name: 'A "B"' } }]);
    }
  });

  it('takes away what an empty cell had, but no name, and leaves what has no column', () => {
    const text = 'id,outletName,device,label:tenant,label:room\n1-12,,,,new\n';
    expect(planOf(text, RACK)).toMatchObject({
      changes: [{ id: '1-12', device: { name: null }, labels: { tenant: null, room: 'new' } }],
      differences: [
        { id: '1-12', column: 'device', before: 'Storage, head 1', after: '' },
        { id: '1-12', column: 'label:tenant', before: 'blue', after: '' },
        { id: '1-12', column: 'label:room', before: '', after: 'new' },
      ],
    });
  });

  it('has the consumers of an outlet on lines of one cell', () => {
    const changesOf = (cell: string) => planOf(`index,consumers\n1,"${cell}"\n`, RACK).changes;
    expect(changesOf('Switch 7\r\n\n Switch 8 \nSwitch 7\n')).toEqual([
      { id: '1-12', consumers: ['Switch 7', 'Switch 8'] },
    ]);
    expect(changesOf('')).toEqual([{ id: '1-12', consumers: [] }]);
    expect(changesOf('Storage, head 1\r\nSwitch 7\r\n')).toEqual([]);
  });

  it('is refused with the line for what does not fit', () => {
    expect(kinds('device\nSwitch\n')).toEqual([
      [1, 'noId'],
      [2, 'unknownOutlet'],
    ]);
    expect(kinds('id,devise\n1-12,Switch\n')).toEqual([[1, 'unknownColumn']]);
    expect(kinds('id,label:Tenant\n1-12,blue\n')).toEqual([[1, 'unknownColumn']]);
    expect(kinds('id,device,device\n1-12,A,B\n')).toEqual([[1, 'repeatedColumn']]);
    expect(kinds('id,device\n1-12,A\n9-12,B\n1-12,C\n2-12,D,E\n')).toEqual([
      [3, 'unknownOutlet'],
      [4, 'repeatedOutlet'],
      [5, 'tooManyCells'],
    ]);
  });

  it('ends at the end of a text that breaks off within a quoted cell', () => {
    expect(readCells('id,device\n1-12,"broken')).toEqual([
      ['id', 'device'],
      ['1-12', 'broken'],
    ]);
  });

  const text = fc.string({
    unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', "'", '=', '-', ' ', '\n'),
    minLength: 1,
  });
  const name = text.filter((each) => each === each.trim() && !each.includes('\n'));
  const details = fc.record({
    outletName: text,
    device: fc.record({ name: text, notes: text, rackUnit: fc.integer({ min: 1, max: 60 }) }, { requiredKeys: [] }),
    labels: fc.dictionary(fc.constantFrom('tenant', 'room', 'constructor'), text),
    consumers: fc.uniqueArray(name, { maxLength: 3 }),
  });

  it('brings any outlets to any others', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(details, details), { minLength: 1, maxLength: 4 }), (pairs) => {
        const rack = (which: 0 | 1) => pairs.map((pair, place) => ({ ...outlet(place + 1), ...pair[which] }));
        const [from, to] = [rack(0), rack(1)];
        const { changes, problems } = planOf(toCsv(to), from);
        expect(problems).toEqual([]);
        for (const [place, target] of to.entries()) {
          const source = from[place] as (typeof from)[number];
          const change = changes.find(({ id }) => id === target.id);
          expect(change?.outletName ?? source.outletName).toBe(target.outletName);
          const merged = (was: object, changed: object | null | undefined) =>
            Object.fromEntries(
              Object.entries({ ...was, ...changed })
                .filter(([, value]) => value !== null)
                .map(([name, value]) => [name, String(value)]),
            );
          // A file has a column only for labels that an outlet of it has.
          const columns = new Set(to.flatMap(({ labels }) => Object.keys(labels)));
          const left = Object.entries(source.labels).filter(([name]) => !columns.has(name));
          expect(merged(source.device, change?.device)).toEqual(merged(target.device, {}));
          expect(change?.consumers ?? source.consumers).toEqual(target.consumers);
          expect(merged(source.labels, change?.labels)).toEqual({ ...target.labels, ...Object.fromEntries(left) });
        }
      }),
    );
  });
});
