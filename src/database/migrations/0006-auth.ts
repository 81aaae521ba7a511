import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Auth1700000000600 implements MigrationInterface {
  name = 'Auth1700000000600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "session" ("id" text PRIMARY KEY NOT NULL, "tokenHash" text NOT NULL, "userId" text NOT NULL, ` +
        `"createdAt" integer NOT NULL, "lastSeenAt" integer NOT NULL, "address" text NOT NULL, "agent" text NOT NULL, ` +
        `"byToken" boolean NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "session"`);
  }
}
