import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ApiError, type ApiErrorCode } from '../../src/common/errors.js';
import { SNMP_ERRORS, snmpErrorOf } from '../../src/snmp/api-errors.js';
import { sourceFiles } from '../support/source-files.js';

/** The folders whose commands a SET reaches. */
const REACHED = /^(outlets|groups|switching|inlets|banks|hardware\/relays)\//;
/** Errors of these folders that concern members of a body which no SET has. */
const NEVER_MET = new Set([
  'OUTLET_IN_LIST_UNKNOWN',
  'OUTLET_LABELS_FULL',
  'GROUP_OUTLET_UNKNOWN',
  'GROUP_OUTLET_REPEATED',
]);
/** Errors of relay outputs and I/O hubs, which SNMP does not switch. */
const NOT_SERVED = new Set([
  'RELAY_OUTPUTS_NOT_AVAILABLE',
  'SENSOR_NOT_A_HUB',
  'HUB_RELAY_UNKNOWN',
  'UNDO_UNKNOWN',
  'UNDO_USED',
  'UNDO_EXPIRED',
]);

describe('the error-status of a SET', () => {
  it('is decided for every refusal that a command can meet', () => {
    const files = sourceFiles(join(import.meta.dirname, '../../src'), /(?<!\.spec)\.ts$/);
    const reached = files.filter(({ path }) => REACHED.test(path));
    const thrown = reached.flatMap(({ text }) =>
      [...text.matchAll(/(?:new ApiError\(|tooMany\([^']*)'([A-Z_]+)'/g)].map(([, code]) => code ?? ''),
    );
    expect(thrown).toContain('OUTLET_PROTECTED');
    const undecided = thrown.filter((code) => !(code in SNMP_ERRORS) && !NEVER_MET.has(code) && !NOT_SERVED.has(code));
    expect([...new Set(undecided)]).toEqual([]);
  });

  it.each([
    ['OUTLET_NOT_ALLOWED', 'noAccess'],
    ['OUTLET_NOT_SWITCHABLE', 'notWritable'],
    ['OUTLET_PROTECTED', 'inconsistentValue'],
    ['GROUP_EMPTY', 'inconsistentValue'],
    ['RELAY_FAULT', 'commitFailed'],
    ['HARDWARE_SILENT', 'resourceUnavailable'],
    ['TOO_MANY_COMMANDS', 'resourceUnavailable'],
    ['INTERNAL_ERROR', 'genErr'],
  ] as const)('is for %s %s', (code: ApiErrorCode, status) => {
    expect(snmpErrorOf(new ApiError(code, 'x', 'y', 'z'))).toBe(status);
  });
});
