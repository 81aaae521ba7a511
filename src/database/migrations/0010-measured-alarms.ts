import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The alarms of measurements, and acknowledgements of those and of events in one table. */
export class MeasuredAlarms1700000005100 implements MigrationInterface {
  name = 'MeasuredAlarms1700000005100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "alarm_condition" ("kind" text NOT NULL, "objectId" text NOT NULL, "since" integer NOT NULL, ` +
        `PRIMARY KEY ("kind", "objectId"))`,
    );
    await runner.query(
      `CREATE TABLE "alarm_acknowledgement" ("source" text NOT NULL, "objectId" text NOT NULL, ` +
        `"since" integer NOT NULL, "at" integer NOT NULL, "who" text NOT NULL, "note" text, ` +
        `PRIMARY KEY ("source", "objectId"))`,
    );
    await runner.query(
      `INSERT INTO "alarm_acknowledgement" SELECT 'event:' || "eventId", "objectId", "triggeredAt", "at", "who", "note" ` +
        `FROM "event_acknowledgement"`,
    );
    await runner.query(`DROP TABLE "event_acknowledgement"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "event_acknowledgement" ("eventId" integer NOT NULL, "objectId" text NOT NULL, ` +
        `"triggeredAt" integer NOT NULL, "at" integer NOT NULL, "who" text NOT NULL, "note" text, ` +
        `PRIMARY KEY ("eventId", "objectId"))`,
    );
    await runner.query(
      `INSERT INTO "event_acknowledgement" SELECT CAST(substr("source", 7) AS integer), "objectId", "since", "at", "who", ` +
        `"note" FROM "alarm_acknowledgement" WHERE "source" LIKE 'event:%'`,
    );
    await runner.query(`DROP TABLE "alarm_acknowledgement"`);
    await runner.query(`DROP TABLE "alarm_condition"`);
  }
}
