/** A PDU of a built-in model with other serial numbers, as a replacement has them: the profile as a file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelProfile } from '../../../src/hardware/profiles/profile.js';

/** Every serial number of a replacement begins with these digits. */
export const REPLACEMENT_PREFIX = '77';

const replacementSerial = (serial: string): string => `${REPLACEMENT_PREFIX}${serial}`;

export function writeReplacementProfile(profile: ModelProfile, folder: string): string {
  const path = join(folder, `${profile.model}-twin.json`);
  const twin: ModelProfile = {
    ...profile,
    enclosureSerialNumber: replacementSerial(profile.enclosureSerialNumber),
    banks: profile.banks.map((bank) => ({ ...bank, serial: replacementSerial(bank.serial) })),
  };
  writeFileSync(path, JSON.stringify(twin));
  return path;
}

/** The text about one PDU with the ids of its replacement. */
export function withReplacementIds(text: string, { enclosureSerialNumber, banks }: ModelProfile): string {
  const serials = [enclosureSerialNumber, ...banks.map(({ serial }) => serial)];
  return text.replace(new RegExp(`\\b(${serials.join('|')})\\b`, 'g'), (serial) => replacementSerial(serial));
}
