import { PEER_ADDRESS, peerObject, TOKEN } from './param.js';
import { always, noPermissions, type ActionRow } from './row.js';

const peer = (code: number, name: string, kind: 'outlets' | 'groups', state: 'ON' | 'OFF' | 'REBOOT'): ActionRow => ({
  code,
  name,
  params: [PEER_ADDRESS, peerObject(kind === 'outlets' ? 'outlet id or index' : 'group id or index'), TOKEN],
  needs: noPermissions,
  switches: true,
  // The channel says so only when the other PDU has not got a byte of it.
  retries: true,
  fits: always,
  target: ([address]) => `peer ${address}`,
  commands: ([address, object]) => `${kind}/${object} ${address}`,
  message: (_, [address, object]) => `Sends ${state} to ${kind}/${object} of the PDU at ${address}.`,
  perform: ({ channels }, [address, idOrIndex, token], { occurrence, signal }) =>
    channels.peer.send(address, { kind, idOrIndex, state, token, hops: occurrence.depth }, signal),
  // Whoever stores the action says that this PDU is the right one, whatever certificate it has now.
  saved: ({ channels }, [address], cause) => channels.peer.forget(address, cause),
});

/** Codes that switch what hangs on another PDU of the same network. */
export const PEER_CODES: readonly ActionRow[] = [
  peer(24, 'Switch Off Other PDU Outlet', 'outlets', 'OFF'),
  peer(25, 'Switch On Other PDU Outlet', 'outlets', 'ON'),
  peer(26, 'Switch Off Other PDU Outlet Group', 'groups', 'OFF'),
  peer(27, 'Switch On Other PDU Outlet Group', 'groups', 'ON'),
  peer(28, 'Reboot Other PDU Outlet', 'outlets', 'REBOOT'),
  peer(29, 'Reboot Other PDU Outlet Group', 'groups', 'REBOOT'),
];
