import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when each event has triggered, and who has taken notice of it. */
export class Alarms1700000005000 implements MigrationInterface {
  name = 'Alarms1700000005000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "event_mark" ADD COLUMN "triggeredAt" text`);
    await runner.query(
      `CREATE TABLE "event_acknowledgement" ("eventId" integer NOT NULL, "objectId" text NOT NULL, ` +
        `"triggeredAt" integer NOT NULL, "at" integer NOT NULL, "who" text NOT NULL, "note" text, ` +
        `PRIMARY KEY ("eventId", "objectId"))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "event_acknowledgement"`);
    await runner.query(`ALTER TABLE "event_mark" DROP COLUMN "triggeredAt"`);
  }
}
