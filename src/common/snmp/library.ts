import type { NetSnmp } from 'net-snmp';
import { createCipheriv, createDecipheriv, randomInt } from 'node:crypto';

/** OpenSSL 3 has no single DES by default, but triple DES with one key three times is the same. */
const CIPHER = 'des-ede3-cbc';
const BLOCK = 8;

/** Installs a DES (RFC 3414, section 8) in the library that works with the default provider of OpenSSL 3. */
export function installDesShim({ Authentication, Encryption, PrivProtocols }: NetSnmp): void {
  let counter = randomInt(2 ** 32);

  const keysOf = (authProtocol: number, password: string, engineId: Buffer) => {
    const localized = Authentication.passwordToKey(authProtocol, password, engineId);
    const key = localized.subarray(0, BLOCK);
    return { key: Buffer.concat([key, key, key]), preIv: localized.subarray(BLOCK, 2 * BLOCK) };
  };

  Encryption.algorithms[PrivProtocols.des] = {
    encryptPdu(scopedPdu, _, password, authProtocol, { engineID, engineBoots }) {
      const { key, preIv } = keysOf(authProtocol, password, engineID);
      const salt = Buffer.alloc(BLOCK);
      salt.writeUInt32BE(engineBoots >>> 0, 0);
      salt.writeUInt32BE((counter = (counter + 1) >>> 0), 4);
      const padded = Buffer.alloc(Math.ceil(scopedPdu.length / BLOCK) * BLOCK);
      scopedPdu.copy(padded);
      const cipher = createCipheriv(CIPHER, key, xor(preIv, salt)).setAutoPadding(false);
      return { encryptedPdu: Buffer.concat([cipher.update(padded), cipher.final()]), msgPrivacyParameters: salt };
    },
    decryptPdu(encryptedPdu, _, salt, password, authProtocol, { engineID }) {
      const { key, preIv } = keysOf(authProtocol, password, engineID);
      const decipher = createDecipheriv(CIPHER, key, xor(preIv, salt)).setAutoPadding(false);
      return Buffer.concat([decipher.update(encryptedPdu), decipher.final()]);
    },
  };
}

const xor = (one: Buffer, other: Buffer): Buffer => Buffer.from(one.map((byte, place) => byte ^ (other[place] ?? 0)));

let library: Promise<NetSnmp> | undefined;

/** The SNMP library, loaded when it is first used: most controllers never speak SNMP. */
export const netSnmp = (): Promise<NetSnmp> => (library ??= load());

async function load(): Promise<NetSnmp> {
  const { default: snmp } = await import('net-snmp');
  installDesShim(snmp);
  return snmp;
}
