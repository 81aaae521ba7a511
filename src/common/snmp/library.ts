import type { NetSnmp } from 'net-snmp';
import { randomInt } from 'node:crypto';
import { DES_BLOCK, decryptDes, encryptDes } from './des.js';

/** Installs a DES (RFC 3414, section 8) in the library that works with the default provider of OpenSSL 3. */
export function installDesShim({ Authentication, Encryption, PrivProtocols }: NetSnmp): void {
  let counter = randomInt(2 ** 32);

  Encryption.algorithms[PrivProtocols.des] = {
    encryptPdu(scopedPdu, _, password, authProtocol, { engineID, engineBoots }) {
      const salt = Buffer.alloc(DES_BLOCK);
      salt.writeUInt32BE(engineBoots >>> 0, 0);
      salt.writeUInt32BE((counter = (counter + 1) >>> 0), 4);
      const key = Authentication.passwordToKey(authProtocol, password, engineID);
      return { encryptedPdu: encryptDes(key, scopedPdu, salt), msgPrivacyParameters: salt };
    },
    decryptPdu(encryptedPdu, _, salt, password, authProtocol, { engineID }) {
      return decryptDes(Authentication.passwordToKey(authProtocol, password, engineID), encryptedPdu, salt);
    },
  };
}

let library: Promise<NetSnmp> | undefined;

/** The SNMP library, loaded when it is first used: most controllers never speak SNMP. */
export const netSnmp = (): Promise<NetSnmp> => (library ??= load());

async function load(): Promise<NetSnmp> {
  const { default: snmp } = await import('net-snmp');
  installDesShim(snmp);
  return snmp;
}
