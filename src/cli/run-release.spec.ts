import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { writeBootState, type BootState } from '../launcher/boot-state.js';
import { activeRelease } from './run-release.js';

const SLOT: BootState = {
  format: 1,
  active: 'slot-a',
  previous: 'base',
  trial: false,
  attempts: 0,
  baseVersion: '1.0.0',
};

let folder: string;

/** Installs a release in its folder. */
function install(root: string, version: string): void {
  mkdirSync(join(folder, root, 'dist'), { recursive: true });
  writeFileSync(join(folder, root, 'package.json'), JSON.stringify({ version }));
  writeFileSync(join(folder, root, 'dist/server.cjs'), '');
}

const versionThatRuns = (): string => activeRelease(join(folder, 'base'), join(folder, 'data')).version;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rackfeed-test-'));
  install('base', '1.0.0');
  mkdirSync(join(folder, 'data'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the release that a command runs with', () => {
  it('is the installed one where no firmware was uploaded', () => {
    expect(versionThatRuns()).toBe('1.0.0');
  });

  it('is the uploaded firmware that the controller runs', () => {
    install('data/firmware/slot-a', '1.1.0');
    writeBootState(join(folder, 'data'), SLOT);
    expect(versionThatRuns()).toBe('1.1.0');
  });

  it('is the installed one where the firmware is gone, or was for another installed one', () => {
    writeBootState(join(folder, 'data'), SLOT);
    expect(versionThatRuns()).toBe('1.0.0');
    install('data/firmware/slot-a', '1.1.0');
    writeBootState(join(folder, 'data'), { ...SLOT, baseVersion: '0.9.0' });
    expect(versionThatRuns()).toBe('1.0.0');
  });

  it('is none in a folder without a release', () => {
    expect(() => activeRelease(folder, join(folder, 'data'))).toThrow('no complete release');
  });
});
