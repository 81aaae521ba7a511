import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhooks, and their messages that wait for another attempt. */
export class Webhooks1700000004700 implements MigrationInterface {
  name = 'Webhooks1700000004700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "webhook" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "name" text NOT NULL, "url" text NOT NULL, "types" text NOT NULL, "enabled" boolean NOT NULL, "switchedOffBecause" text, "secret" text, "previousSecret" text, "previousUntil" integer, "failingSince" integer, "maker" text)`,
    );
    await runner.query(
      `CREATE TABLE "webhook_message" ("id" text PRIMARY KEY NOT NULL, "webhookId" integer NOT NULL, "type" text NOT NULL, "needs" text NOT NULL, "body" text NOT NULL, "attempts" integer NOT NULL, "at" integer NOT NULL, "due" integer NOT NULL)`,
    );
    await runner.query(`CREATE INDEX "webhook_message_webhook" ON "webhook_message" ("webhookId")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "webhook_message_webhook"`);
    await runner.query(`DROP TABLE "webhook_message"`);
    await runner.query(`DROP TABLE "webhook"`);
  }
}
