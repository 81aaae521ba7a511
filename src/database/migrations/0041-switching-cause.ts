import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who or what last switched each relay; null for a switching before this was kept. */
export class SwitchingCause1700000004100 implements MigrationInterface {
  name = 'SwitchingCause1700000004100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "relay_intent" ADD COLUMN "via" text`);
    await runner.query(`ALTER TABLE "relay_intent" ADD COLUMN "who" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "relay_intent" DROP COLUMN "who"`);
    await runner.query(`ALTER TABLE "relay_intent" DROP COLUMN "via"`);
  }
}
