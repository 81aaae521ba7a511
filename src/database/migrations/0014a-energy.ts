import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Energy1700000001450 implements MigrationInterface {
  name = 'Energy1700000001450';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "energy_reset" ("id" text PRIMARY KEY NOT NULL, "energy" real NOT NULL, "at" integer NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "energy_reset"`);
  }
}
