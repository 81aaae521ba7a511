import { onPostgresql } from '../../support/servers/on-postgresql.js';

await onPostgresql('pictures of PDUs', () => import('../../integration/hub-state.spec.js'));
