import { aWiring, wiringProblems } from './wiring-rules.js';
import { LIMITS } from '../../common/limits.js';
import type { BankProfile, InletProfile, ModelProfile, OutletProfile } from './profile.js';
import {
  aFlag,
  aList,
  aNumber,
  aRecord,
  aSerial,
  aText,
  aWholeNumber,
  oneOf,
  optional,
  type Problems,
  type Shape,
} from './shape.js';

const aLine = oneOf('L1', 'L2', 'L3');
const aSensor = optional(oneOf('temp_hum', 'dio_hub'));

const INLET = {
  plug: aText,
  lines: aList(aLine, 1, 3),
  nominalVoltage: aNumber(80, 600),
  nominalFrequency: aNumber(45, 65),
  ratedCurrent: aNumber(1, 1000),
  lineConfiguration: oneOf('L-N', 'L-L'),
} satisfies Record<keyof InletProfile, Shape>;

const BANK = {
  serial: aSerial,
  inlet: aWholeNumber(0, 1),
  lines: aList(aLine, 1, 2),
  breaker: optional(aNumber(1, 1000)),
} satisfies Record<keyof BankProfile, Shape>;

const OUTLET = {
  bank: aWholeNumber(0, 999),
  receptacle: aText,
  rating: optional(aNumber(0.1, 1000)),
} satisfies Record<keyof OutletProfile, Shape>;

const PROFILE = {
  model: aText,
  modelNumber: aText,
  enclosureSerialNumber: aSerial,
  controllerSerialNumber: aWholeNumber(1, Number.MAX_SAFE_INTEGER),
  formFactor: aText,
  phase: oneOf('Single Phase', 'Three Phase Delta', 'Three Phase Wye'),
  inletConfig: oneOf('standard', 'dualcircuit', 'ats'),
  inlets: aList(aRecord(INLET), 1, 2),
  banks: aList(aRecord(BANK), 1, 1000),
  outlets: aList(aRecord(OUTLET), 0, LIMITS.parts),
  outletSwitching: aFlag,
  outletMetering: aFlag,
  relayOutputs: aWholeNumber(0, 64),
  sensorPorts: aRecord({ A: aSensor, B: aSensor }),
  derating: optional(aNumber(0.1, 1)),
  wiring: optional(aWiring),
} satisfies Record<keyof ModelProfile, Shape>;

const aProfile = aRecord(PROFILE);

/** The problems of a value as a profile, one line each; none for a valid one. Never throws. */
export function profileProblems(value: unknown): Problems {
  const wrong = aProfile(value, '');
  return wrong.length > 0 ? wrong : crossProblems(value as ModelProfile);
}

/** True for a valid profile. */
export const isProfile = (value: unknown): value is ModelProfile => profileProblems(value).length === 0;

/** Checks of several keys together. */
const crossProblems = (profile: ModelProfile): Problems => [
  ...inletProblems(profile),
  ...profile.banks.flatMap((bank, index) => bankProblems(profile, bank, `banks[${index}]`)),
  ...outletProblems(profile),
  ...serialProblems(profile),
  ...wiringProblems(profile),
];

function inletProblems({ inlets, inletConfig, phase }: ModelProfile): Problems {
  const count = inletConfig === 'standard' ? 1 : 2;
  const lines = phase === 'Single Phase' ? 'L1' : 'L1 L2 L3';
  const configuration = { 'Three Phase Delta': 'L-L', 'Three Phase Wye': 'L-N', 'Single Phase': undefined }[phase];
  const problems: string[] = [];
  if (inlets.length !== count) problems.push(`inlets must have ${count} with inletConfig "${inletConfig}"`);
  inlets.forEach((inlet, index) => {
    const at = `inlets[${index}]`;
    if (inlet.lines.join(' ') !== lines) problems.push(`${at}.lines must be ${lines} with phase "${phase}"`);
    if (configuration && inlet.lineConfiguration !== configuration) {
      problems.push(`${at}.lineConfiguration must be "${configuration}" with phase "${phase}"`);
    }
  });
  return problems;
}

function bankProblems({ inlets, inletConfig, phase }: ModelProfile, bank: BankProfile, at: string): Problems {
  const inlet = inlets[bank.inlet];
  if (!inlet) return [`${at}.inlet must be the position of an inlet, 0 to ${inlets.length - 1}`];
  const problems: string[] = [];
  if (inletConfig === 'ats' && bank.inlet !== 0) problems.push(`${at}.inlet must be 0 with inletConfig "ats"`);
  const foreign = bank.lines.filter((line) => !inlet.lines.includes(line));
  if (foreign.length > 0) problems.push(`${at}.lines must be lines of its inlet (${inlet.lines.join(', ')})`);
  if (new Set(bank.lines).size < bank.lines.length) problems.push(`${at}.lines must not name a line twice`);
  if (phase === 'Three Phase Delta' && bank.lines.length < 2) {
    problems.push(`${at}.lines must be two lines with phase "Three Phase Delta", which has no neutral`);
  }
  return problems;
}

function outletProblems({ outlets, banks, outletSwitching, outletMetering }: ModelProfile): Problems {
  const problems = outlets.flatMap(({ bank }, index) =>
    bank < banks.length ? [] : [`outlets[${index}].bank must be the position of a bank, 0 to ${banks.length - 1}`],
  );
  if (outlets.length === 0 && outletSwitching) problems.push('outletSwitching must be false without outlets');
  if (outlets.length === 0 && outletMetering) problems.push('outletMetering must be false without outlets');
  return problems;
}

function serialProblems({ banks, enclosureSerialNumber }: ModelProfile): Problems {
  const seen = new Map<string, string>([[enclosureSerialNumber, 'enclosureSerialNumber']]);
  return banks.flatMap(({ serial }, index) => {
    const first = seen.get(serial);
    if (first !== undefined) return [`banks[${index}].serial must differ from ${first}`];
    seen.set(serial, `banks[${index}].serial`);
    return [];
  });
}
