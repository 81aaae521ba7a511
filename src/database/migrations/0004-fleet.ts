import type { MigrationInterface, QueryRunner } from 'typeorm';

const COMMAND = `"number" integer NOT NULL,
  "command" text NOT NULL,
  "until" integer NOT NULL,
  "who" text NOT NULL,
  "outcome" text,
  "code" text,
  "measured" text`;

/** The commands of a hub that have begun and that have ended. */
export class Fleet1700000004500 implements MigrationInterface {
  name = 'Fleet1700000004500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "fleet_relay" (${COMMAND}, "relay" text PRIMARY KEY NOT NULL, "id" text NOT NULL)`,
    );
    await runner.query(
      `CREATE TABLE "fleet_command" (${COMMAND}, "id" text PRIMARY KEY NOT NULL, "relay" text NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "fleet_command"`);
    await runner.query(`DROP TABLE "fleet_relay"`);
  }
}
