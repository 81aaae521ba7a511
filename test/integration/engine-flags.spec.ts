import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { deleteProto, optimiseAsUsual, resetEngineFlags, setEngineFlags } from '../../src/launcher/engine-flags.js';

const flagsFor = (version: string): string[] => {
  const set: string[] = [];
  setEngineFlags(version, (flag) => set.push(flag));
  return set;
};

describe('the flags of the engine', () => {
  it('are those that the version of V8 accepts', () => {
    expect(flagsFor('11.3.244.8-node.38')).toEqual(['--interrupt-budget=300000', '--no-parallel-scavenge']);
    expect(flagsFor('13.6.233.17-node.53')).toEqual([
      '--no-maglev',
      '--invocation-count-for-turbofan=12000',
      '--no-parallel-scavenge',
    ]);
  });

  it('are none for an untested V8', () => {
    expect(flagsFor('10.2.154.26-node.39')).toEqual([]);
    expect(flagsFor('99.0.1.0-node.1')).toEqual([]);
  });

  it('that delay optimising return to their defaults after the start', () => {
    const options = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' }).stdout;
    const nameOf = (flag: string): string => flag.split('=')[0] ?? '';
    const after: string[] = [];
    optimiseAsUsual(process.versions.v8, (flag) => after.push(flag));
    expect(after.filter((flag) => !options.includes(`  ${nameOf(flag)} (`))).toEqual([]);
    const changed = flagsFor(process.versions.v8).map(nameOf);
    const again = after.filter((flag) => changed.includes(nameOf(flag)));
    expect(again.length).toBeGreaterThan(0);
    expect(again.filter((flag) => !options.includes(`default: ${flag}\n`))).toEqual([]);
  });

  it('are accepted by the running Node', () => {
    const known = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' }).stdout;
    for (const flag of flagsFor(process.versions.v8)) {
      expect(known).toContain(`${(flag.split('=')[0] ?? '').replace('--no-', '--')} (`);
    }
  });
});

describe('the flags of the command line', () => {
  const reset: string[] = [];
  resetEngineFlags((flag) => reset.push(flag));

  /** `max-semi-space-size` of `--max-semi-space-size=1`, and the same of `--no-…`. */
  const nameOf = (flag: string): string => flag.replace(/^--(no-)?/, '').replace(/=.*/, '');

  it.each(['package.json', 'packaging/systemd/rackfeed.service'])(
    '%s: all of the engine return to their defaults',
    (file) => {
      const start = readFileSync(file, 'utf8')
        .split('\n')
        .find((line) => /node (--\S+ )+\S*dist\/main\.js/.test(line));
      const given = [...(start ?? '').matchAll(/ (--\S+)/g)].map(([, flag = '']) => nameOf(flag));
      expect(given.filter((name) => name !== 'disable-proto').sort()).toEqual(reset.map(nameOf).sort());
    },
  );

  it('still refuse code from strings then', () => {
    const program = `
      for (const flag of ${JSON.stringify(reset)}) require('node:v8').setFlagsFromString(flag);
      for (const run of [() => (0, eval)('1'), () => new Function('return 1')()]) {
        try { console.log('ran', run()); } catch (error) { console.log(error.name); }
      }`;
    const { stdout } = spawnSync(process.execPath, ['--disallow-code-generation-from-strings', '-e', program], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('EvalError\nEvalError\n');
  });
});

describe('the launcher', () => {
  it('removes access from an object to Object.prototype by __proto__', () => {
    const prototype = Object.create(null, Object.getOwnPropertyDescriptors(Object.prototype)) as object;
    const victim = Object.create(prototype) as Record<string, Record<string, unknown>>;
    expect(victim['__proto__']).toBe(prototype);
    deleteProto(prototype);
    victim['__proto__'] = { isAdministrator: true };
    expect('isAdministrator' in prototype).toBe(false);
    expect(Object.getPrototypeOf(victim)).toBe(prototype);
  });
});
