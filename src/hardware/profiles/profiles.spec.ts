import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ConfigError } from '../../config/runtime-config.js';
import { BUILT_IN_PROFILES, loadProfile } from './index.js';
import { PduModel } from './pdu-model.js';
import type { ModelProfile } from './profile.js';
import { profileProblems } from './profile-rules.js';
import { SINGLE_PHASE_16 } from './single-phase-16.js';
import { THREE_PHASE_36 } from './three-phase-36.js';

type Json = Record<string, unknown>;
const copyOf = (profile: ModelProfile): Json => JSON.parse(JSON.stringify(profile)) as Json;

/** A copy with one member changed, `path` as in `banks.1.inlet`. */
function withMember(profile: ModelProfile, path: string, value: unknown): Json {
  const copy = copyOf(profile);
  const names = path.split('.');
  const last = names.pop() ?? '';
  const owner = names.reduce<Json>((object, name) => object[name] as Json, copy);
  owner[last] = value;
  return copy;
}

describe('the built-in profiles', () => {
  it('are the seven of the contract, each with its own serials', () => {
    expect(BUILT_IN_PROFILES.map(({ model }) => model)).toEqual([
      'single-phase-16',
      'three-phase-36',
      'ats-8',
      'dual-circuit-16',
      'switched-8',
      'metered-24',
      'inlet-metered',
    ]);
    const serials = BUILT_IN_PROFILES.flatMap(({ enclosureSerialNumber, banks }) => [
      enclosureSerialNumber,
      ...banks.map(({ serial }) => serial),
    ]);
    expect(new Set(serials).size).toBe(serials.length);
  });

  it.each(BUILT_IN_PROFILES.map((profile) => [profile.model, profile] as const))(
    '%s passes as a profile file',
    (_, profile) => {
      expect(profileProblems(copyOf(profile))).toEqual([]);
      expect(loadProfile(profile.model)).toBe(profile);
    },
  );

  it('rate an outlet by its connector, unless its profile has another rating', () => {
    const ratingsOf = (profile: ModelProfile) =>
      new PduModel(profile).outlets.slice(0, 2).map(({ ratedCurrent }) => ratedCurrent);
    expect(ratingsOf(SINGLE_PHASE_16)).toEqual([15, 15]);
    const rated = withMember(SINGLE_PHASE_16, 'outlets.1.rating', 8) as unknown as ModelProfile;
    expect([profileProblems(rated), ratingsOf(rated)]).toEqual([[], [15, 8]]);
    expect(profileProblems(withMember(SINGLE_PHASE_16, 'outlets.1.rating', 0))).toHaveLength(1);
  });

  it('have the abilities of their names', () => {
    const shape = BUILT_IN_PROFILES.map((profile) => [
      profile.outlets.length,
      profile.banks.length,
      profile.inlets.length,
      profile.outletSwitching,
      profile.outletMetering,
      profile.relayOutputs,
    ]);
    expect(shape).toEqual([
      [16, 2, 1, true, true, 2],
      [36, 3, 1, true, true, 0],
      [8, 1, 2, true, true, 0],
      [16, 2, 2, true, true, 0],
      [8, 1, 1, true, false, 0],
      [24, 2, 1, false, true, 0],
      [0, 1, 1, false, false, 0],
    ]);
    expect(new PduModel(loadProfile('inlet-metered')).hasOutlets).toBe(false);
  });

  it('give the default model the ids of the contract', () => {
    const model = new PduModel(SINGLE_PHASE_16);
    expect([
      model.inlets[0]?.id,
      model.banks[1]?.id,
      model.outlets[0]?.id,
      model.outlets[15]?.id,
      model.relayOutputs[1]?.id,
    ]).toEqual(['I1-1000036', '1200579', '1-1200578', '16-1200579', 'R2-1000036']);
  });
});

describe('a profile file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rackfeed-profile-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const file = (content: unknown): string => {
    const path = join(folder, 'rack.json');
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const refusalOf = (nameOrPath: string): readonly string[] => {
    try {
      loadProfile(nameOrPath);
    } catch (error) {
      if (error instanceof ConfigError) return error.problems;
      throw error;
    }
    return [];
  };

  it('that is valid is the model', () => {
    const profile = loadProfile(file({ ...THREE_PHASE_36, model: 'mine' }));
    expect(profile).toEqual({ ...THREE_PHASE_36, model: 'mine' });
    expect(Object.isFrozen(profile.banks[0]?.lines)).toBe(true);
  });

  it('has every key that is wrong named, one line each', () => {
    const path = file({ ...copyOf(SINGLE_PHASE_16), inlets: [{ plug: 7 }], phase: 'Two Phase', colour: 'blue' });
    expect(refusalOf(path)).toEqual([
      `RACKFEED_MODEL profile ${path}: phase must be one of Single Phase, Three Phase Delta, Three Phase Wye.`,
      `RACKFEED_MODEL profile ${path}: inlets[0].plug must be text of 1 to 100 characters without control characters.`,
      `RACKFEED_MODEL profile ${path}: inlets[0].lines must be a list of 1 to 3 entries.`,
      `RACKFEED_MODEL profile ${path}: inlets[0].nominalVoltage is missing; it must be a number from 80 to 600.`,
      `RACKFEED_MODEL profile ${path}: inlets[0].nominalFrequency is missing; it must be a number from 45 to 65.`,
      `RACKFEED_MODEL profile ${path}: inlets[0].ratedCurrent is missing; it must be a number from 1 to 1000.`,
      `RACKFEED_MODEL profile ${path}: inlets[0].lineConfiguration is missing; it must be one of L-N, L-L.`,
      `RACKFEED_MODEL profile ${path}: colour is not a key of a profile.`,
    ]);
  });

  it.each<[ModelProfile, string, unknown, RegExp]>([
    [SINGLE_PHASE_16, 'banks.1.inlet', 1, /^banks\[1\]\.inlet must be the position of an inlet, 0 to 0$/],
    [SINGLE_PHASE_16, 'banks.1.serial', '1200578', /^banks\[1\]\.serial must differ from banks\[0\]\.serial$/],
    [SINGLE_PHASE_16, 'banks.0.serial', '1000036', /^banks\[0\]\.serial must differ from enclosureSerialNumber$/],
    [SINGLE_PHASE_16, 'banks.0.serial', '007', /^banks\[0\]\.serial must be a decimal serial number/],
    [SINGLE_PHASE_16, 'banks.0.lines', ['L2'], /^banks\[0\]\.lines must be lines of its inlet \(L1\)$/],
    [THREE_PHASE_36, 'banks.0.lines', ['L2', 'L2'], /^banks\[0\]\.lines must not name a line twice$/],
    [SINGLE_PHASE_16, 'outlets.3.bank', 2, /^outlets\[3\]\.bank must be the position of a bank, 0 to 1$/],
    [SINGLE_PHASE_16, 'inletConfig', 'ats', /^inlets must have 2 with inletConfig "ats"$/],
    [THREE_PHASE_36, 'inlets.0.lines', ['L1', 'L3', 'L2'], /^inlets\[0\]\.lines must be L1 L2 L3/],
    [THREE_PHASE_36, 'inlets.0.lineConfiguration', 'L-L', /^inlets\[0\]\.lineConfiguration must be "L-N"/],
    [SINGLE_PHASE_16, 'outlets', [], /^outletSwitching must be false without outlets$/],
    [SINGLE_PHASE_16, 'sensorPorts.A', null, /^sensorPorts\.A must be one of/],
    [SINGLE_PHASE_16, 'sensorPorts.C', 'dio_hub', /^sensorPorts\.C is not a key of a profile$/],
    [SINGLE_PHASE_16, 'relayOutputs', 1.5, /^relayOutputs must be a whole number from 0 to 64$/],
  ])('is checked as a whole (%#)', (profile, path, value, problem) => {
    expect(profileProblems(withMember(profile, path, value))[0]).toMatch(problem);
  });

  it.each([
    ['', 'is not valid JSON'],
    ['{', 'is not valid JSON'],
    ['[]', 'the profile must be an object'],
    ['null', 'the profile must be an object'],
  ])('with the content %j is refused with a reason', (content, reason) => {
    expect(refusalOf(file(content))[0]).toContain(reason);
  });

  it('that is not there, or is no file, is refused with a reason', () => {
    expect(refusalOf('/nowhere/rack.json')).toEqual([
      'RACKFEED_MODEL profile /nowhere/rack.json: cannot be read (ENOENT).',
    ]);
    expect(refusalOf('/dev/zero')).toEqual(['RACKFEED_MODEL profile /dev/zero: cannot be read (it is not a file).']);
  });

  it('is not searched under a plain name: an unknown name is refused with a list of the known ones', () => {
    const [problem = ''] = refusalOf('toaster-2');
    expect(problem).toMatch(/^RACKFEED_MODEL must be a built-in model \(single-phase-16, .*inlet-metered\)/);
    expect(problem).toContain('"toaster-2"');
  });

  it('of any content never causes anything but a refusal', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (content) => {
        const problems = refusalOf(file(content));
        expect(problems.length).toBeGreaterThan(0);
        for (const problem of problems) expect(problem).toMatch(/^RACKFEED_MODEL profile .+: .+\.$/);
      }),
    );
  });

  it('with any one member replaced is valid or has its problems reported in single lines', () => {
    const paths = [
      'model',
      'enclosureSerialNumber',
      'phase',
      'inletConfig',
      'inlets',
      'inlets.0',
      'inlets.0.lines',
      'banks.1',
      'banks.1.lines',
      'banks.0.breaker',
      'outlets',
      'outlets.5',
      'sensorPorts',
      'constructor',
      '__proto__x',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...BUILT_IN_PROFILES.slice(0, 2)),
        fc.constantFrom(...paths),
        fc.jsonValue(),
        (profile, path, value) => {
          for (const problem of profileProblems(withMember(profile, path, value))) expect(problem).toMatch(/^.+$/);
        },
      ),
    );
  });
});
