import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Settings1700000000300 implements MigrationInterface {
  name = 'Settings1700000000300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "setting" ("key" text PRIMARY KEY NOT NULL, "value" text NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "setting"`);
  }
}
