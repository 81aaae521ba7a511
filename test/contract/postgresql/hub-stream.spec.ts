import { onPostgresql } from '../../support/servers/on-postgresql.js';

await onPostgresql('the stream of a hub', () => import('../../integration/hub-stream.spec.js'));
