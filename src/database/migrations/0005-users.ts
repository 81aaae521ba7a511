import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Users1700000000500 implements MigrationInterface {
  name = 'Users1700000000500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "user" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "username" text NOT NULL, ` +
        `"roleId" integer NOT NULL, "enabled" boolean NOT NULL, "created" integer NOT NULL, ` +
        `"lastLogin" integer NOT NULL, "passwordHash" text NOT NULL, "passwordChangeRequired" boolean NOT NULL, ` +
        `"lockedUntil" integer, "lockedBy" text, "tokenHash" text, "tokenPrefix" text NOT NULL, ` +
        `"snmpv3Access" boolean NOT NULL, "snmpv3Security" text NOT NULL, "snmpv3UserId" text NOT NULL, ` +
        `"snmpv3AuthProtocol" text NOT NULL, "snmpv3PrivProtocol" text NOT NULL, "snmpv3AuthPass" text, ` +
        `"snmpv3PrivPass" text, "sshKeys" text NOT NULL)`,
    );
    await runner.query(`CREATE UNIQUE INDEX "user_username" ON "user" ("username")`);
    await runner.query(`CREATE UNIQUE INDEX "user_token" ON "user" ("tokenHash")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "user"`);
  }
}
