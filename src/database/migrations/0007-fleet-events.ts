import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The events that wait for a hub, and the numbers that rise over all starts. */
export class FleetEvents1700000004800 implements MigrationInterface {
  name = 'FleetEvents1700000004800';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "fleet_number" ("name" text PRIMARY KEY NOT NULL, "value" integer NOT NULL)`);
    await runner.query(
      `CREATE TABLE "fleet_event" ("number" integer PRIMARY KEY NOT NULL, "run" integer NOT NULL, ` +
        `"at" integer NOT NULL, "uptime" integer NOT NULL, "content" text NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "fleet_event"`);
    await runner.query(`DROP TABLE "fleet_number"`);
  }
}
