import { onPostgresql } from '../../support/servers/on-postgresql.js';

await onPostgresql('enrolment', () => import('../../integration/hub-enrolment.spec.js'));
