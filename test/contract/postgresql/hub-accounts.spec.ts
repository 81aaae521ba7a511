import { onPostgresql } from '../../support/servers/on-postgresql.js';

await onPostgresql('accounts, log and settings', () => import('../../integration/hub-accounts.spec.js'));
