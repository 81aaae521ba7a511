import { PasswordInput, Select } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { en } from '../../language/en.js';
import { fieldError } from '../../parts/error-note.js';

type Passphrase = 'snmpv3AuthPass' | 'snmpv3PrivPass';
type Word = 'snmpv3Security' | 'snmpv3AuthProtocol' | 'snmpv3PrivProtocol';

/** The SNMPv3 fields of an account; an empty passphrase is one that is not replaced. */
export type SnmpFields = Required<Pick<Schema['UserView'], 'snmpv3Access' | 'snmpv3User_id' | Word | Passphrase>>;

interface SnmpSecurityProps {
  readonly fields: SnmpFields;
  readonly set: (name: Word | Passphrase, value: string) => void;
  /** Which passphrases the controller has. */
  readonly isSet: Readonly<Record<Passphrase, boolean>>;
  readonly error: Error | null;
}

/** How SNMPv3 requests of an account are signed and encrypted; what its level does not use is greyed. */
export function SnmpSecurity({ fields, set, isSet, error }: SnmpSecurityProps) {
  const words = en.snmpUser;
  const signs = fields.snmpv3Security !== 'noAuthNoPriv';
  const encrypts = fields.snmpv3Security === 'authPriv';
  const word = (name: Word, label: string, choices: Readonly<Record<string, string>>, isUsed = true) => (
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
      description={isSet[name] ? words.isSet : words.isNotSet}
      value={fields[name]}
      onChange={({ currentTarget: { value } }) => set(name, value)}
      error={fieldError(error, name)}
      disabled={!isUsed}
      autoComplete="new-password"
    />
  );
  return (
    <>
      {word('snmpv3Security', words.security, words.levels)}
      {word('snmpv3AuthProtocol', words.authProtocol, { SHA: 'SHA', MD5: 'MD5' }, signs)}
      {secret('snmpv3AuthPass', words.authPass, signs)}
      {word('snmpv3PrivProtocol', words.privProtocol, { AES: 'AES', DES: 'DES' }, encrypts)}
      {secret('snmpv3PrivPass', words.privPass, encrypts)}
    </>
  );
}
