import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Hardware1700000000200 implements MigrationInterface {
  name = 'Hardware1700000000200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "relay_intent" ("relay" text PRIMARY KEY NOT NULL, "state" text NOT NULL, "at" integer NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "relay_intent"`);
  }
}
