import type { NetSnmp } from 'net-snmp';
import { mendDes } from './des-shim.js';

let library: Promise<NetSnmp> | undefined;

/** The SNMP library, loaded when it is first used: most controllers never speak SNMP. */
export const netSnmp = (): Promise<NetSnmp> => (library ??= load());

async function load(): Promise<NetSnmp> {
  const { default: snmp } = await import('net-snmp');
  mendDes(snmp);
  return snmp;
}
