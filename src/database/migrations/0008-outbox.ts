import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One table for what waits for receivers of every kind, with the messages of webhooks from the table that they had. */
export class Outbox1700000004900 implements MigrationInterface {
  name = 'Outbox1700000004900';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "outbox_message" ("id" text PRIMARY KEY NOT NULL, "channel" text NOT NULL, "receiver" integer NOT NULL, "type" text NOT NULL, "needs" text NOT NULL, "body" text NOT NULL, "attempts" integer NOT NULL, "at" integer NOT NULL, "due" integer NOT NULL)`,
    );
    await runner.query(`CREATE INDEX "outbox_message_receiver" ON "outbox_message" ("channel", "receiver")`);
    await runner.query(
      `INSERT INTO "outbox_message" SELECT "id", 'webhook', "webhookId", "type", "needs", "body", "attempts", "at", "due" FROM "webhook_message"`,
    );
    await runner.query(`DROP INDEX "webhook_message_webhook"`);
    await runner.query(`DROP TABLE "webhook_message"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "webhook_message" ("id" text PRIMARY KEY NOT NULL, "webhookId" integer NOT NULL, "type" text NOT NULL, "needs" text NOT NULL, "body" text NOT NULL, "attempts" integer NOT NULL, "at" integer NOT NULL, "due" integer NOT NULL)`,
    );
    await runner.query(`CREATE INDEX "webhook_message_webhook" ON "webhook_message" ("webhookId")`);
    await runner.query(
      `INSERT INTO "webhook_message" SELECT "id", "receiver", "type", "needs", "body", "attempts", "at", "due" FROM "outbox_message" WHERE "channel" = 'webhook'`,
    );
    await runner.query(`DROP INDEX "outbox_message_receiver"`);
    await runner.query(`DROP TABLE "outbox_message"`);
  }
}
