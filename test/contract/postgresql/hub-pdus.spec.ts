import { onPostgresql } from '../../support/servers/on-postgresql.js';

await onPostgresql('PDUs and tokens', () => import('../../api/hub-pdus.spec.js'));
