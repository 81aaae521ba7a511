/** The PostgreSQL database that hubs of the tests in this file get; they have SQLite unless a test file says otherwise. */
type UrlOf = (dataDir: string) => Promise<string>;

export const IN_MEMORY_FOLDER = ':memory:';

let urlOf: UrlOf | undefined;

export function forAllHubs(given: UrlOf | undefined): void {
  urlOf = given;
}

/** The environment of a hub with this data folder. */
export const databaseOf = async (dataDir: string): Promise<Record<string, string>> =>
  urlOf ? { RACKFEED_DATABASE_URL: await urlOf(dataDir) } : {};
