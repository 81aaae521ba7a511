import type { Millis } from '../../common/clock.js';
import type { OwnNames } from '../../tls/own-names.js';
import type { FleetAuthority } from '../authority/fleet-authority.js';
import { BROKER_NAME } from './names.js';
import type { Pdu } from '../pdus/pdu.entity.js';
import { BROKER_FILES } from './broker-file-names.js';
import { natsConfiguration, type NatsOptions } from './nats-config.js';
import { ACCESS_RULES, brokerNameOf, mosquittoConfiguration, type MosquittoOptions } from './mosquitto-config.js';

/** A PDU, as far as its certificate matters. */
export type Member = Pick<Pdu, 'id' | 'state'>;

export interface BrokerFilesOptions extends MosquittoOptions {
  /** The names and addresses by which PDUs and the hub reach it. */
  readonly names: OwnNames;
  /** The PDUs of the fleet. */
  readonly pdus: readonly Member[];
  /** The list of revoked certificates that is there already: PDUs that were deleted since are in it alone. */
  readonly revocations?: string | undefined;
  readonly now: Millis;
}

/** All files of a broker beside a hub, or of one at a site, by their name. */
export async function brokerFiles(
  authority: FleetAuthority,
  options: BrokerFilesOptions,
): Promise<Map<string, string>> {
  const { names, pdus, now, bridge } = options;
  const { key, chain } = await authority.brokerCertificate(brokerNameOf(bridge), names, now);
  return new Map([
    [BROKER_FILES.configuration, mosquittoConfiguration(options)],
    [BROKER_FILES.access, ACCESS_RULES],
    [BROKER_FILES.authority, authority.certificate],
    [BROKER_FILES.certificate, chain],
    [BROKER_FILES.key, key],
    [BROKER_FILES.revocations, await revocationsOf(authority, pdus, now, options.revocations)],
  ]);
}

/**
 * The files of nats-server as the broker beside a hub. It reads no list of revoked certificates: a revoked PDU is no user
 * of it. One that waits to be accepted is, so that nothing has to be written when it is.
 */
export async function natsFiles(
  authority: FleetAuthority,
  options: NatsOptions & Pick<BrokerFilesOptions, 'names' | 'pdus' | 'now'>,
): Promise<Map<string, string>> {
  const { key, chain } = await authority.brokerCertificate(BROKER_NAME, options.names, options.now);
  const users = options.pdus.flatMap(({ id, state }) => (state === 'revoked' ? [] : [id]));
  return new Map([
    [BROKER_FILES.configuration, natsConfiguration(options, users)],
    [BROKER_FILES.authority, authority.certificate],
    [BROKER_FILES.certificate, chain],
    [BROKER_FILES.key, key],
  ]);
}

/** The list of revoked certificates of a fleet, PEM. */
export const revocationsOf = (
  authority: FleetAuthority,
  pdus: readonly Member[],
  now: Millis,
  older?: string,
): Promise<string> => {
  const revoked = pdus.filter(({ state }) => state === 'revoked').map(({ id }) => id);
  return authority.revocations(revoked, now, older);
};
