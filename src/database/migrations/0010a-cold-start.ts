import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ColdStart1700000001050 implements MigrationInterface {
  name = 'ColdStart1700000001050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "power_on_count" ("id" integer PRIMARY KEY NOT NULL, "count" integer NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "power_on_count"`);
  }
}
