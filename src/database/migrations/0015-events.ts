import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Events1700000001500 implements MigrationInterface {
  name = 'Events1700000001500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "event" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "name" text NOT NULL, ` +
        `"enabled" boolean NOT NULL, "code" integer NOT NULL, "params" text NOT NULL, "actions" text NOT NULL)`,
    );
    await runner.query(
      `CREATE TABLE "event_mark" ("eventId" integer PRIMARY KEY NOT NULL, "triggered" text NOT NULL, ` +
        `"lastFired" integer)`,
    );
    await runner.query(
      `CREATE TABLE "event_firing" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "eventId" integer NOT NULL, ` +
        `"firing" text NOT NULL)`,
    );
    await runner.query(`CREATE INDEX "event_firing_event" ON "event_firing" ("eventId")`);
    await runner.query(`CREATE TABLE "event_power_on" ("id" integer PRIMARY KEY NOT NULL, "count" integer NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "event_power_on"`);
    await runner.query(`DROP TABLE "event_firing"`);
    await runner.query(`DROP TABLE "event_mark"`);
    await runner.query(`DROP TABLE "event"`);
  }
}
