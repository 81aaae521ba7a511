import type { MigrationInterface, QueryRunner } from 'typeorm';
import { schemaFor } from '../../dialect.js';

const SCHEMA = [
  // True for the rows of a hub of the release before that works beside this one.
  `ALTER TABLE "pdu_event" ADD COLUMN "open" boolean NOT NULL DEFAULT (1)`,
  `CREATE INDEX "pdu_event_object" ON "pdu_event" ("pdu", "code", "object", "id")`,
  `UPDATE "pdu_event" SET "open" = false WHERE NOT "raised" OR EXISTS (
    SELECT 1 FROM "pdu_event" AS "later" WHERE "later"."pdu" = "pdu_event"."pdu" AND "later"."code" = "pdu_event"."code"
      AND "later"."object" = "pdu_event"."object" AND "later"."id" > "pdu_event"."id")`,
  `CREATE INDEX "pdu_event_open" ON "pdu_event" ("pdu", "id") WHERE "open"`,
];

/** The events that may be open: the others are found out once, and not at each question. */
export class OpenEvents1700001000400 implements MigrationInterface {
  name = 'OpenEvents1700001000400';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of SCHEMA) await runner.query(schemaFor(runner, statement));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of ['pdu_event_open', 'pdu_event_object']) await runner.query(`DROP INDEX "${index}"`);
    await runner.query('ALTER TABLE "pdu_event" DROP COLUMN "open"');
  }
}
