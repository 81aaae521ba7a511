import { HOP_HEADER, MOST_HOPS } from '../../kernel/hops.js';
import type { HttpMessage } from './http-exchange.js';

/** What another PDU is told, and how many PDUs it has come over. */
export interface PeerCommand {
  readonly kind: 'outlets' | 'groups';
  readonly idOrIndex: string;
  readonly state: 'ON' | 'OFF' | 'REBOOT';
  readonly token: string;
  readonly hops: number;
}

/** False when the command would go round in a circle of PDUs. */
export const mayHop = (hops: number): boolean => hops < MOST_HOPS;

/** The request that carries it. The token is nowhere but in its header. */
export const peerRequest = (origin: string, { kind, idOrIndex, state, token, hops }: PeerCommand): HttpMessage => ({
  method: 'PUT',
  url: new URL(`/api/${kind}/${encodeURIComponent(idOrIndex)}`, origin),
  headers: { authorization: `Bearer ${token}`, [HOP_HEADER]: String(hops + 1) },
  json: { state },
});
