import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The subscriptions of Redfish. */
export class Redfish1700000004600 implements MigrationInterface {
  name = 'Redfish1700000004600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "redfish_subscription" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "maker" text NOT NULL, ` +
        `"destination" text NOT NULL, "context" text NOT NULL, "filters" text NOT NULL, "headers" text, ` +
        `"retryPolicy" text NOT NULL, "verifyCertificate" boolean NOT NULL, "suspended" boolean NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "redfish_subscription"`);
  }
}
