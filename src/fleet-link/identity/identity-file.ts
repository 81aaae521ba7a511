import { Injectable } from '@nestjs/common';
import { RuntimeConfig, type HubAddress } from '../../config/runtime-config.js';
import { PrivateFile } from '../../database/private-file.js';

/** The answer of a hub to an enrolment: the name and place of this PDU in the fleet, and the key that it obeys. */
export interface Membership {
  /** The id of this PDU in the fleet. */
  readonly pdu: string;
  readonly site: string;
  readonly shard: number;
  /** The certificate of this PDU, as PEM. */
  readonly certificate: string;
  /** The key of the hub (Ed25519), as PEM: commands are obeyed only with its signature. */
  readonly hubKey: string;
  /** The brokers of the hub, in the order in which they are tried; none: the broker is at the address of the hub. */
  readonly brokers?: readonly HubAddress[] | undefined;
}

/** The identity of this controller for its hub. The key is made here and never leaves the controller. */
export interface FleetIdentity {
  /** The private key (EC P-256), as PEM. */
  readonly key: string;
  /** The certificate of the authority of the hub, as PEM: no other hub is spoken to. */
  readonly authority: string;
  /** The SHA-256 of the token that it was made for, base64url. */
  readonly token: string;
  /** Undefined while the hub has not accepted this PDU. */
  readonly membership: Membership | undefined;
}

/** The identity in the fleet, a file that no backup and no configuration document contains. */
@Injectable()
export class IdentityFile extends PrivateFile<FleetIdentity> {
  constructor({ dataDir }: RuntimeConfig) {
    super(dataDir, 'fleet-identity.json');
  }
}
