import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Sensors1700000000900 implements MigrationInterface {
  name = 'Sensors1700000000900';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "sensor_label" ("sensor" text NOT NULL, "part" text NOT NULL, "index" integer NOT NULL, ` +
        `"name" text, "description" text, PRIMARY KEY ("sensor", "part", "index"))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "sensor_label"`);
  }
}
