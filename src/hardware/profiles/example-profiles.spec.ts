import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { readProfileFile } from './index.js';

const FOLDER = fileURLToPath(new URL('../../../packaging/profiles/', import.meta.url));
const FILES = readdirSync(FOLDER);

describe('the example profiles of real hardware', () => {
  it.each(FILES)('%s is valid, is named as its file, and gives the source of each register', (file) => {
    const { model, wiring } = readProfileFile(`${FOLDER}${file}`);
    expect(`${model}.json`).toBe(file);
    expect(wiring?.points.filter(({ source }) => source === undefined)).toEqual([]);
  });

  it('have serial numbers of their own', () => {
    const serials = FILES.map((file) => readProfileFile(`${FOLDER}${file}`).enclosureSerialNumber);
    expect(new Set(serials).size).toBe(FILES.length);
  });
});
