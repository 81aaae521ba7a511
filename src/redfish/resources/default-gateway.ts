/** The address of a default route, and the gateway of a route that has none. */
const ANY = '00000000';

/**
 * The gateway of the default route through an interface; null where there is none.
 * @param routes the IPv4 routes of the kernel, as `/proc/net/route` has them
 */
export function defaultGateway(routes: string, interfaceName: string): string | null {
  for (const row of routes.split('\n')) {
    const [name, destination, gateway = ANY] = row.split('\t');
    if (name === interfaceName && destination === ANY && gateway !== ANY) return addressOf(gateway);
  }
  return null;
}

/** Four bytes in hexadecimal, the last one of the address first. */
const addressOf = (hex: string): string => [...Buffer.from(hex, 'hex')].reverse().join('.');
