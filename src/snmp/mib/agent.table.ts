import type { AgentCounter } from './context.js';
import { scalars, type Column, type MibTable } from './object.js';

const MPD = '1.3.6.1.6.3.11.2.1';
const TARGET = '1.3.6.1.6.3.12.1';
const USM = '1.3.6.1.6.3.15.1.1';
const SNMP = '1.3.6.1.2.1.11';

const COUNTERS: Readonly<Record<AgentCounter, string>> = {
  snmpInPkts: `${SNMP}.1`,
  snmpInBadVersions: `${SNMP}.3`,
  snmpInBadCommunityNames: `${SNMP}.4`,
  snmpInBadCommunityUses: `${SNMP}.5`,
  snmpInASNParseErrs: `${SNMP}.6`,
  snmpSilentDrops: `${SNMP}.31`,
  snmpProxyDrops: `${SNMP}.32`,
  snmpUnknownSecurityModels: `${MPD}.1`,
  snmpInvalidMsgs: `${MPD}.2`,
  snmpUnknownPDUHandlers: `${MPD}.3`,
  snmpUnavailableContexts: `${TARGET}.4`,
  snmpUnknownContexts: `${TARGET}.5`,
  usmStatsUnsupportedSecLevels: `${USM}.1`,
  usmStatsNotInTimeWindows: `${USM}.2`,
  usmStatsUnknownUserNames: `${USM}.3`,
  usmStatsUnknownEngineIDs: `${USM}.4`,
  usmStatsWrongDigests: `${USM}.5`,
  usmStatsDecryptionErrors: `${USM}.6`,
};

/** TruthValue and its like: 2 is off. */
const DISABLED = 2;
const MAX_MESSAGE_SIZE = 65_507;

const counter = ([name, oid]: [string, string]): Column<undefined> => ({
  oid,
  syntax: 'counter32',
  live: true,
  read: (_, { sources }) => sources.agent.counter(name as AgentCounter) % 2 ** 32,
});

/** The SNMP engine and the counters of its messages (RFC 3411, 3412, 3414, 3418). */
export const AGENT: MibTable = scalars(
  () => true,
  [
    ...Object.entries(COUNTERS).map(counter),
    { oid: `${SNMP}.30`, syntax: 'integer', read: () => DISABLED },
    { oid: '1.3.6.1.6.3.10.2.1.1', syntax: 'octets', live: true, read: (_, { sources }) => sources.agent.engineId },
    { oid: '1.3.6.1.6.3.10.2.1.2', syntax: 'integer', live: true, read: (_, { sources }) => sources.agent.engineBoots },
    {
      oid: '1.3.6.1.6.3.10.2.1.3',
      syntax: 'integer',
      live: true,
      read: (_, { sources }) => sources.agent.engineTime(),
    },
    { oid: '1.3.6.1.6.3.10.2.1.4', syntax: 'integer', read: () => MAX_MESSAGE_SIZE },
  ],
);
