import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index by the user's event: one object may have very many events of another one. */
export class IndexOfEvents1700001000600 implements MigrationInterface {
  name = 'IndexOfEvents1700001000600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX "pdu_event_event" ON "pdu_event" ("pdu", "code", "object", "event", "id")');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "pdu_event_event"');
  }
}
