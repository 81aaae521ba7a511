import { ConfigError, type DeviceAddress, type RuntimeConfig } from '../../config/runtime-config.js';
import { deepFreeze } from '../../common/objects.js';
import { loadProfile } from './index.js';
import type { ModelProfile } from './profile.js';
import type { LinkProfile, PointProfile } from './wiring.js';

/** The profile of RACKFEED_MODEL with the address and the serial number of this PDU. Throws ConfigError. */
export function configuredProfile({ model, driver, pduAddress, pduSerial }: RuntimeConfig): ModelProfile {
  const profile = loadProfile(model);
  if (pduAddress === undefined && pduSerial === undefined) return profile;
  return deepFreeze({
    ...profile,
    ...(pduSerial !== undefined && { enclosureSerialNumber: pduSerial }),
    ...(pduAddress !== undefined && { wiring: wiringAt(profile, driver, pduAddress) }),
  });
}

function wiringAt({ wiring, model }: ModelProfile, driver: string, { host, port }: DeviceAddress) {
  const [[name, link] = [], ...others] = Object.entries(wiring?.links ?? {}).filter(([, each]) => 'host' in each);
  if (!wiring || driver === 'simulator' || name === undefined || others.length > 0) {
    throw new ConfigError([
      `RACKFEED_PDU_ADDRESS is for a PDU on the network with one link; the profile ${model} has ` +
        `${driver === 'simulator' || name === undefined ? 'none' : others.length + 1} with a host.`,
    ]);
  }
  const links = { ...wiring.links, [name]: { ...link, host, ...(port !== undefined && { port }) } as LinkProfile };
  return { ...wiring, links };
}

const USUAL_PORTS: Readonly<Record<string, number>> = { snmp: 161, modbus: 502 };

/** The members by which the links of a profile differ, whatever their kind. */
type Connection = LinkProfile & Partial<Record<'host' | 'port' | 'path' | 'chip', string | number>>;

/**
 * Names each device of a profile by its kind, its address and, on a bus with several, its unit. Two controllers with
 * the same device would switch its relays against each other.
 */
export function devicesOf({ wiring }: ModelProfile): ReadonlySet<string> {
  const names = (wiring?.points ?? []).map((point: PointProfile & { readonly unit?: number }) => {
    const { kind, host, port, path, chip }: Connection = wiring?.links[point.link] ?? { kind: '' };
    const at = host === undefined ? (path ?? chip) : `${host} port ${port ?? USUAL_PORTS[kind]}`;
    return `${kind} device at ${at}${point.unit === undefined ? '' : `, unit ${point.unit}`}`;
  });
  return new Set(names);
}
