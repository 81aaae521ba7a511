import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who made or last changed an event: what automations may do is shared out among their makers. */
export class EventMaker1700000003600 implements MigrationInterface {
  name = 'EventMaker1700000003600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "event" ADD COLUMN "maker" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "event" DROP COLUMN "maker"`);
  }
}
