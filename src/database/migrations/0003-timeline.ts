import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns whose entries from before this release stay without a value. */
const COLUMNS = [
  ['name', 'text'],
  ['about', 'text'],
  ['aboutName', 'text'],
  ['cause', 'integer'],
] as const;

/** Names as they were, and what led to what: in the audit log, and for power cycles that are under way. */
export class Timeline1700000004400 implements MigrationInterface {
  name = 'Timeline1700000004400';

  async up(runner: QueryRunner): Promise<void> {
    for (const [column, type] of COLUMNS)
      await runner.query(`ALTER TABLE "audit_entry" ADD COLUMN "${column}" ${type}`);
    await runner.query(`CREATE INDEX "audit_entry_about" ON "audit_entry" ("about") WHERE "about" IS NOT NULL`);
    await runner.query(`ALTER TABLE "power_cycle" ADD COLUMN "entry" integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "power_cycle" DROP COLUMN "entry"`);
    await runner.query(`DROP INDEX "audit_entry_about"`);
    for (const [column] of COLUMNS) await runner.query(`ALTER TABLE "audit_entry" DROP COLUMN "${column}"`);
  }
}
