import { networkInterfaces } from 'node:os';

/** Hardware address of the first interface that leads outside, in upper case; empty without one. */
export function macAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outside = addresses.find(({ internal, mac }) => !internal && mac !== '00:00:00:00:00:00');
  return outside?.mac.toUpperCase() ?? '';
}
