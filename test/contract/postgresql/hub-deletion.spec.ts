import { onPostgresql } from '../../support/servers/on-postgresql.js';

await onPostgresql('deletion of PDUs', () => import('../../integration/hub-deletion.spec.js'));
