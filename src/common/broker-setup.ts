/** A broker beside a hub, for which files are made. */
export interface BrokerWanted {
  /** The names and addresses by which PDUs and the hub reach it. */
  readonly names: { readonly hosts: readonly string[]; readonly addresses: readonly string[] };
  readonly port: number;
  /** The folder with the files, as the broker finds it. */
  readonly folder: string;
  /** That of a site, with the broker of the hub to which it has a bridge. */
  readonly bridge?:
    { readonly site: string; readonly upstream: { readonly host: string; readonly port: number } } | undefined;
}

/** The files of brokers beside a hub, by what is stored of it. */
export interface BrokerSetup {
  /**
   * All files by their name.
   * @param older the list of revoked certificates that is there already
   */
  files(wanted: BrokerWanted, older?: string): Promise<ReadonlyMap<string, string>>;

  /** All files of nats-server by their name; it has no bridge. */
  natsFiles(wanted: Omit<BrokerWanted, 'bridge'>): Promise<ReadonlyMap<string, string>>;

  /** The list of revoked certificates, as PEM. */
  revoked(older?: string): Promise<string>;
}

/** The name of the list of revoked certificates among the files, and of the configuration. */
export const REVOKED_FILE = 'revoked.pem';
export const CONFIGURATION_FILE = 'rackfeed.conf';
