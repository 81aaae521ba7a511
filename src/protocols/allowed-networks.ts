import { entriesIn } from '../common/formats.js';
import { isNetwork, Networks } from '../common/networks.js';

/** The networks that may use a protocol server, from a setting of the format `networks`. */
export class AllowedNetworks {
  readonly #networks: Networks;

  private constructor(
    text: string,
    private readonly emptyMeans: 'all' | 'nobody',
  ) {
    this.#networks = new Networks(entriesIn(text).filter(isNetwork));
  }

  static parse(text: string, emptyMeans: 'all' | 'nobody' = 'all'): AllowedNetworks {
    return new AllowedNetworks(text, emptyMeans);
  }

  /** @param address without the IPv4-in-IPv6 prefix, see `plainAddress` */
  includes(address: string): boolean {
    return this.#networks.isEmpty ? this.emptyMeans === 'all' : this.#networks.includes(address);
  }

  /** True if no address is in the list. */
  get isNobody(): boolean {
    return this.#networks.isEmpty && this.emptyMeans === 'nobody';
  }
}
