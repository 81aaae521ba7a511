import type { MigrationInterface, QueryRunner } from 'typeorm';
import { schemaFor } from '../../dialect.js';

/** The id of the user's event: several may watch one object. */
export class EventIds1700001000500 implements MigrationInterface {
  name = 'EventIds1700001000500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(schemaFor(runner, 'ALTER TABLE "pdu_event" ADD COLUMN "event" integer NOT NULL DEFAULT (0)'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "pdu_event" DROP COLUMN "event"');
  }
}
