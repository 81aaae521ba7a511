import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Actions1700000001400 implements MigrationInterface {
  name = 'Actions1700000001400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "action" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "name" text NOT NULL, ` +
        `"enabled" boolean NOT NULL, "code" integer NOT NULL, "params" text NOT NULL)`,
    );
    await runner.query(
      `CREATE TABLE "action_run" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "eventId" integer NOT NULL, ` +
        `"actionId" integer NOT NULL, "name" text NOT NULL, "firing" text NOT NULL, "state" text NOT NULL, ` +
        `"tries" integer NOT NULL, "at" integer NOT NULL, "begunAt" integer, "endedAt" integer, "took" integer, ` +
        `"result" text, "detail" text)`,
    );
    await runner.query(`CREATE INDEX "action_run_event" ON "action_run" ("eventId")`);
    await runner.query(`CREATE INDEX "action_run_state" ON "action_run" ("state")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "action_run"`);
    await runner.query(`DROP TABLE "action"`);
  }
}
