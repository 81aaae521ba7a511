import { onPostgresql } from '../../support/servers/on-postgresql.js';

await onPostgresql('states of PDUs', () => import('../../integration/hub-state.spec.js'));
