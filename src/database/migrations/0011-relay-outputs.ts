import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RelayOutputs1700000001100 implements MigrationInterface {
  name = 'RelayOutputs1700000001100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "relay_output" ("id" text PRIMARY KEY NOT NULL, "name" text NOT NULL, ` +
        `"customRebootTimeEnabled" boolean NOT NULL, "customRebootTime" integer NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "relay_output"`);
  }
}
