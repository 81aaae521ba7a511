/** A configuration document in which every list is as full as it may be, with the longest values there are. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PERMISSION_FLAGS } from '../../src/kernel/access.js';
import { LIMITS } from '../../src/kernel/limits.js';

/** Four bytes in UTF-8, and one character to a person. */
const WIDE = '𝔸';
const longest = (characters: number, own: number): string => `${own} `.padEnd(characters, '-').replaceAll('-', WIDE);
const count = (most: number): number[] => Array.from({ length: most }, (_, place) => place + 1);

const BANKS = 100;
const serial = (bank: number): string => String(100_000_000_000_000 + bank);

/** A profile of this many outlets whose serial numbers are as long as they may be, as a file for RACKFEED_MODEL. */
export function largeProfile(outlets: number, folder: string): string {
  const file = join(folder, `large-${outlets}.json`);
  const inlet = {
    plug: 'IEC 60309 63A',
    lines: ['L1'],
    nominalVoltage: 230,
    nominalFrequency: 50,
    ratedCurrent: 63,
    lineConfiguration: 'L-N',
  };
  const profile = {
    model: `large-${outlets}`,
    modelNumber: 'LARGE',
    enclosureSerialNumber: '999999999999999',
    controllerSerialNumber: 99,
    formFactor: '0U',
    phase: 'Single Phase',
    inletConfig: 'standard',
    inlets: [inlet],
    banks: count(BANKS).map((bank) => ({ serial: serial(bank), inlet: 0, lines: ['L1'], breaker: 100 })),
    outlets: count(outlets).map((index) => ({ bank: index % BANKS, receptacle: 'IEC 60320 C13' })),
    outletSwitching: true,
    outletMetering: true,
    relayOutputs: 2,
    sensorPorts: { A: 'temp_hum', B: 'dio_hub' },
  };
  writeFileSync(file, JSON.stringify(profile));
  return file;
}

/** The sections, for a PDU whose outlets are these. */
export function fullSections(outlets: readonly string[]): Record<string, object[]> {
  const all = count(LIMITS.entries);
  /** This many in all, so many to each of the entries. */
  const shared = <T>(values: readonly T[], most: number, entry: number): T[] => {
    const each = Math.ceil(most / LIMITS.entries);
    const begin = (entry * each) % Math.max(1, values.length);
    return values.length <= each ? [...values] : [...values, ...values].slice(begin, begin + each);
  };
  const permissions = Object.fromEntries(PERMISSION_FLAGS.map((flag) => [flag, true]));
  return {
    roles: all.map((own) => ({
      id: 100_000_000 + own,
      name: longest(100, own),
      description: longest(1000, own),
      permissions: {
        ...permissions,
        viewOutlets: shared(outlets, LIMITS.roleOutlets / 2, own),
        modifyOutlets: shared(outlets, LIMITS.roleOutlets / 2, own),
      },
    })),
    users: all.map((own) => ({
      id: own,
      username: own === 1 ? 'admin' : longest(100, own),
      roleId: own === 1 ? 1 : 100_000_000 + own,
      snmpv3Access: true,
      snmpv3Security: 'authPriv',
      snmpv3User_id: longest(255, own),
      sshKeys: own <= LIMITS.sshKeys / LIMITS.sshKeysOfUser ? count(LIMITS.sshKeysOfUser).map(sshKey) : [],
    })),
    outlets: outlets.map((id, own) => ({
      id,
      outletName: longest(100, own),
      pwrOnState: 'PREV',
      customRebootTimeEnabled: true,
      customRebootTime: 3600,
      protection: 'confirm',
    })),
    groups: all.map((own) => ({
      id: 100_000_000 + own,
      groupName: longest(100, own),
      groupRebootSequenceDelay: 98.76543210987654,
      outlets: shared(outlets, LIMITS.groupOutlets, own),
    })),
    actions: all.map((own) => ({
      id: 100_000_000 + own,
      name: longest(100, own),
      code: 20,
      params: ['http://192.0.2.1/?'.padEnd(2048, '\\'), 'circuits'],
    })),
    events: all.map((own) => ({
      id: 100_000_000 + own,
      name: longest(100, own),
      code: 12,
      params: [`${'a'.repeat(60)}.`.repeat(4) + 'example', '100000', 'secondary'],
      actions: shared(
        all.map((action) => 100_000_000 + action),
        LIMITS.eventActions,
        own,
      ),
    })),
  };
}

/** The secrets of these sections, by their paths. */
export const fullSecrets = (): Map<string, string> =>
  new Map(
    count(LIMITS.entries).flatMap((own) => [
      ...(own === 1 ? [] : [[`users.${own}.passwordHash`, HASH] as const]),
      [`users.${own}.tokenHash`, randomBytes(32).toString('base64url')] as const,
      [`users.${own}.tokenPrefix`, 'abcd'] as const,
      [`users.${own}.snmpv3AuthPass`, longest(255, own)] as const,
      [`users.${own}.snmpv3PrivPass`, longest(255, own)] as const,
    ]),
  );

const HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'a'.repeat(22)}$${'b'.repeat(43)}`;

/** The longest key there may be: RSA with 16,384 bits. */
function sshKey(own: number): { sshKeyName: string; sshKey: string } {
  const modulus = randomBytes(2048);
  modulus[0] = 0xff;
  modulus[2047] = 0xff;
  const fields = [Buffer.from('ssh-rsa'), Buffer.from([1, 0, 1]), Buffer.concat([Buffer.from([0]), modulus])];
  const blob = Buffer.concat(
    fields.flatMap((field) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(field.length);
      return [length, field];
    }),
  );
  return { sshKeyName: longest(100, own), sshKey: `ssh-rsa ${blob.toString('base64')}` };
}
