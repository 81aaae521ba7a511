import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Outlets1700000001000 implements MigrationInterface {
  name = 'Outlets1700000001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "outlet" ("id" text PRIMARY KEY NOT NULL, "name" text NOT NULL, "pwrOnState" text NOT NULL, ` +
        `"customRebootTimeEnabled" boolean NOT NULL, "customRebootTime" integer NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "outlet"`);
  }
}
