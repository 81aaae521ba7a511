import { stat } from 'node:fs/promises';
import { RuntimeConfig } from '../config/runtime-config.js';
import { metricsOfOne, type MetricRow } from '../metrics/metric.js';
import { metricsFrom } from '../metrics/metrics.js';
import { dataFile } from './data-folder.js';
import { DATABASE } from './data-source.js';
import { DATABASE_STATES, DatabaseHealth } from './database-health.js';

interface DatabaseFacts {
  readonly state: string;
  readonly isWritable: boolean;
  /** Undefined where there is no file. */
  readonly bytes: number | undefined;
}

const { gauge } = metricsOfOne<DatabaseFacts>();

const ROWS: readonly MetricRow<DatabaseFacts>[] = [
  gauge('rackfeed_database_state', '1 for the state that the database is in.', (database) =>
    DATABASE_STATES.map((state) => ({ labels: { state }, value: Number(state === database.state) })),
  ),
  gauge('rackfeed_database_writable', '1 while changes can be stored.', ({ isWritable }) => isWritable),
  gauge('rackfeed_database_size_bytes', 'Size of the database file.', ({ bytes }) => bytes),
];

/** The state and size of the database. */
export const DATABASE_METRICS = metricsFrom(
  'database',
  [DatabaseHealth, RuntimeConfig],
  (health, { dataDir, database }) => ({
    needs: 'viewGlobalDeviceSettings',
    rows: ROWS,
    subjects: async () => {
      const { state, isWritable } = health;
      const file = database ? undefined : await stat(dataFile(dataDir, DATABASE)).catch(() => undefined);
      return [{ state, isWritable, bytes: file?.size }];
    },
  }),
);
