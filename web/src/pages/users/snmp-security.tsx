import { PasswordInput, Select } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { words } from '../../language/words.js';
import { fieldError } from '../../components/error-note.js';

type Passphrase = 'snmpv3AuthPass' | 'snmpv3PrivPass';
type Choice = 'snmpv3Security' | 'snmpv3AuthProtocol' | 'snmpv3PrivProtocol';

const AUTHENTICATION = {
  SHA: 'SHA-1',
  SHA224: 'SHA-224',
  SHA256: 'SHA-256',
  SHA384: 'SHA-384',
  SHA512: 'SHA-512',
  MD5: 'MD5',
};
const ENCRYPTION = { AES: 'AES-128', AES192: 'AES-192', AES256: 'AES-256', DES: 'DES' };

/** The SNMPv3 fields of an account; an empty passphrase is not replaced. */
export type SnmpFields = Required<Pick<Schema['UserView'], 'snmpv3Access' | 'snmpv3User_id' | Choice | Passphrase>>;

interface SnmpSecurityProps {
  readonly fields: SnmpFields;
  readonly set: (name: Choice | Passphrase, value: string) => void;
  /** The passphrases that the controller has. */
  readonly isSet: Readonly<Record<Passphrase, boolean>>;
  readonly error: Error | null;
}

/** The SNMPv3 authentication and encryption of an account; fields that its security level does not use are disabled. */
export function SnmpSecurity({ fields, set, isSet, error }: SnmpSecurityProps) {
  const texts = words.snmpUser;
  const signs = fields.snmpv3Security !== 'noAuthNoPriv';
  const encrypts = fields.snmpv3Security === 'authPriv';
  const choice = (name: Choice, label: string, choices: Readonly<Record<string, string>>, isUsed = true) => (
    <Select
      label={label}
      data={Object.entries(choices).map(([value, text]) => ({ value, label: text }))}
      value={fields[name]}
      onChange={(value) => value !== null && set(name, value)}
      error={fieldError(error, name)}
      disabled={!isUsed}
      w={260}
    />
  );
  const secret = (name: Passphrase, label: string, isUsed: boolean) => (
    <PasswordInput
      label={label}
      description={isSet[name] ? texts.isSet : texts.isNotSet}
      value={fields[name]}
      onChange={({ currentTarget: { value } }) => set(name, value)}
      error={fieldError(error, name)}
      disabled={!isUsed}
      autoComplete="new-password"
    />
  );
  return (
    <>
      {choice('snmpv3Security', texts.security, texts.levels)}
      {choice('snmpv3AuthProtocol', texts.authProtocol, AUTHENTICATION, signs)}
      {secret('snmpv3AuthPass', texts.authPass, signs)}
      {choice('snmpv3PrivProtocol', texts.privProtocol, ENCRYPTION, encrypts)}
      {secret('snmpv3PrivPass', texts.privPass, encrypts)}
    </>
  );
}
