import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AUTH_WORDS, PRIVACY_WORDS } from '../../src/common/snmp/algorithms.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { AUTH_PASSPHRASE, PRIVACY_PASSPHRASE, snmpTool, toolName, v3User } from '../support/clients/snmp-tools.js';
import { describeWith } from '../support/process/programs.js';
import { ON_LOOPBACK, protocolOn } from '../support/protocols/protocol-on.js';

const MAX_MESSAGE_SIZE = '1.3.6.1.6.3.10.2.1.4.0';
const ANSWER = `.${MAX_MESSAGE_SIZE} = INTEGER: 65507`;

describeWith('snmpd', 'the SNMP agent, asked by net-snmp', () => {
  let pdu: Pdu;
  let admin: Client;
  let agent: string;
  beforeAll(async () => {
    pdu = await aPdu({ env: ON_LOOPBACK });
    admin = await pdu.as('admin');
    const port = await protocolOn(pdu, admin, 'snmp', {
      snmpv12ReadString: 'watch',
      snmpv12WriteString: 'change',
    });
    agent = `127.0.0.1:${port}`;
    await admin.put('/api/users/1', {
      snmpv3Access: true,
      snmpv3Security: 'authPriv',
      snmpv3User_id: 'op',
      snmpv3AuthPass: AUTH_PASSPHRASE,
      snmpv3PrivPass: PRIVACY_PASSPHRASE,
    });
  });
  afterAll(() => pdu.stop());

  it.each(['-v1', '-v2c'])('answers a community it knows with %s, and no other', async (version) => {
    expect(await snmpTool('snmpget', version, '-c', 'watch', agent, MAX_MESSAGE_SIZE)).toEqual({
      code: 0,
      text: ANSWER,
    });
    const refused = await snmpTool('snmpget', '-t', '0.2', version, '-c', 'guessed', agent, MAX_MESSAGE_SIZE);
    expect(refused).toEqual({ code: 1, text: `Timeout: No Response from ${agent}.` });
  });

  it.each(AUTH_WORDS.flatMap((auth) => PRIVACY_WORDS.map((privacy) => [auth, privacy])))(
    'answers a user with %s and %s',
    async (auth, privacy) => {
      await admin.put('/api/users/1', { snmpv3AuthProtocol: auth, snmpv3PrivProtocol: privacy });
      const user = v3User('op', { auth: toolName(auth), privacy: toolName(privacy) });
      expect(await snmpTool('snmpget', ...user, agent, MAX_MESSAGE_SIZE)).toEqual({ code: 0, text: ANSWER });
    },
  );
});
