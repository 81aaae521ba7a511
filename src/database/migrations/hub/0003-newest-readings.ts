import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isPostgresql, schemaFor } from '../../dialect.js';

/**
 * The newest minute of each PDU in a table of its own. The columns for it in "pdu_state" stay, for a hub of the release
 * before that works beside this one, or after it.
 */
export class NewestReadings1700001000300 implements MigrationInterface {
  name = 'NewestReadings1700001000300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      schemaFor(
        runner,
        `CREATE TABLE "pdu_reading" ("pdu" text PRIMARY KEY NOT NULL, "seen" integer NOT NULL, "minute" blob)`,
      ),
    );
    // Each row is replaced once a minute: beside its old version, so that no index has to change, and as it is, since a
    // minute has nothing to compress.
    if (isPostgresql(runner.connection))
      await runner.query('ALTER TABLE "pdu_reading" SET (fillfactor = 50, toast_tuple_target = 8160)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "pdu_reading"');
  }
}
