import { onPostgresql } from '../../support/servers/on-postgresql.js';

await onPostgresql('commands of a hub', () => import('../../integration/hub-commands.spec.js'));
