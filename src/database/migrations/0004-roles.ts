import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Roles1700000000400 implements MigrationInterface {
  name = 'Roles1700000000400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "role" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "name" text NOT NULL, ` +
        `"description" text NOT NULL, "permissions" text NOT NULL)`,
    );
    await runner.query(`CREATE UNIQUE INDEX "role_name" ON "role" ("name")`);
    await runner.query(
      `INSERT INTO "role" ("id", "name", "description", "permissions") ` +
        `VALUES (1, 'Administrator', 'Every permission on every outlet.', '{}')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "role"`);
  }
}
