import { onPostgresql } from '../../support/servers/on-postgresql.js';

await onPostgresql('events of PDUs', () => import('../../integration/hub-events.spec.js'));
