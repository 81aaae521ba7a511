import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Audit1700000000100 implements MigrationInterface {
  name = 'Audit1700000000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "audit_entry" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "at" integer NOT NULL, ` +
        `"kind" text NOT NULL, "object" text NOT NULL, "via" text NOT NULL, "who" text NOT NULL, "address" text, ` +
        `"before" text, "after" text, "result" text NOT NULL)`,
    );
    await runner.query(`CREATE INDEX "audit_entry_at" ON "audit_entry" ("at")`);
    await runner.query(`CREATE INDEX "audit_entry_kind" ON "audit_entry" ("kind")`);
    await runner.query(`CREATE INDEX "audit_entry_object" ON "audit_entry" ("object")`);
    await runner.query(`CREATE INDEX "audit_entry_who" ON "audit_entry" ("who")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "audit_entry"`);
  }
}
