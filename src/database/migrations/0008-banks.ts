import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Banks1700000000800 implements MigrationInterface {
  name = 'Banks1700000000800';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "bank_name" ("id" text PRIMARY KEY NOT NULL, "name" text NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "bank_name"`);
  }
}
