import { onPostgresql } from '../../support/servers/on-postgresql.js';

await onPostgresql('minutes of PDUs', () => import('../../integration/hub-readings.spec.js'));
