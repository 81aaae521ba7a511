import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The events that are open at the hub, to be compared with what holds. */
export class RaisedEvents1700000005400 implements MigrationInterface {
  name = 'RaisedEvents1700000005400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "fleet_raised" ("key" text PRIMARY KEY NOT NULL, "pdu" text NOT NULL, "content" text NOT NULL, ` +
        `"certain" boolean NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "fleet_raised"`);
  }
}
