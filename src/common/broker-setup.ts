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

/** The files of brokers beside a hub; only a hub provides it. */
export abstract class BrokerSetup {
  /**
   * All files by their name. Throws ConfigError.
   * @param dataDir the data folder with the keys of the hub
   * @param older the list of revoked certificates that is there already
   */
  abstract files(dataDir: string, wanted: BrokerWanted, older?: string): Promise<ReadonlyMap<string, string>>;

  /** The list of revoked certificates, as PEM. */
  abstract revoked(dataDir: string, older?: string): Promise<string>;
}

/** The name of that list among the files, and of the configuration. */
export const REVOKED_FILE = 'revoked.pem';
export const CONFIGURATION_FILE = 'rackfeed.conf';
