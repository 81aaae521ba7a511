import { describe, expect, it } from '@jest/globals';
import { Examples } from './examples.js';

const text = { type: 'string' };
const SCHEMAS = {
  Outlet: {
    type: 'object',
    required: ['id', 'on', 'state', 'changedAt'],
    properties: {
      id: { ...text, example: '1-1200578' },
      on: { type: 'boolean' },
      state: { ...text, enum: ['ON', 'OFF'] },
      changedAt: text,
      watts: { type: 'number', example: 140 },
      note: text,
      device: { allOf: [{ $ref: '#/components/schemas/Device' }] },
      causes: { type: 'array', items: { $ref: '#/components/schemas/Device' }, example: [] },
    },
  },
  Device: { type: 'object', required: ['name'], properties: { name: { ...text, example: 'db-master' } } },
  Nameless: {
    type: 'object',
    required: ['name', 'rack'],
    properties: { name: text, rack: { ...text, nullable: true } },
  },
  Change: { type: 'object', properties: { name: text } },
  Rack: {
    type: 'object',
    properties: { outlets: { type: 'array', items: { $ref: '#/components/schemas/Nameless' } } },
  },
};
const OUTLET = { id: '1-1200578', on: true, state: 'ON', changedAt: '2026-11-02T08:15:00.000Z', watts: 140 };

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('the example of a schema', () => {
  it('has the required members, and those optional ones that have an example or are of a class', () => {
    expect(new Examples(SCHEMAS).of(ref('Outlet'))).toEqual({ ...OUTLET, device: { name: 'db-master' } });
  });

  it('has one entry in a list', () => {
    expect(new Examples(SCHEMAS).of({ type: 'array', items: ref('Device') })).toEqual([{ name: 'db-master' }]);
  });

  it('is missing while a required member has none, which is named', () => {
    const examples = new Examples(SCHEMAS);
    expect(examples.of({ type: 'array', items: ref('Nameless') })).toBeUndefined();
    expect([...examples.missing]).toEqual(['Nameless.name']);
  });

  it('is missing where no member would be shown', () => {
    expect(new Examples(SCHEMAS).of(ref('Change'))).toBeUndefined();
    expect(new Examples(SCHEMAS).of(ref('Rack'))).toBeUndefined();
    expect(new Examples(SCHEMAS).of({ type: 'object' })).toEqual({});
  });

  it('is the one that the schema states', () => {
    expect(new Examples(SCHEMAS).of({ ...SCHEMAS.Change, example: { name: 'Left' } })).toEqual({ name: 'Left' });
  });
});
