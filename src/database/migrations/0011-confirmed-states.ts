import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The state before a command that a relay is not known to have followed; null where there is none. */
export class ConfirmedStates1700000005200 implements MigrationInterface {
  name = 'ConfirmedStates1700000005200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "relay_intent" ADD COLUMN "confirmed" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "relay_intent" DROP COLUMN "confirmed"`);
  }
}
