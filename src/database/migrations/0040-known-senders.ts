import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The networks from which an account was signed in to lately: failed sign-ins from elsewhere do not hold them up. */
export class KnownSenders1700000004000 implements MigrationInterface {
  name = 'KnownSenders1700000004000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "user" ADD COLUMN "knownSenders" text NOT NULL DEFAULT ('[]')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "user" DROP COLUMN "knownSenders"`);
  }
}
