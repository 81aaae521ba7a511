import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Inlets1700000000700 implements MigrationInterface {
  name = 'Inlets1700000000700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "inlet_name" ("id" text PRIMARY KEY NOT NULL, "name" text NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "inlet_name"`);
  }
}
