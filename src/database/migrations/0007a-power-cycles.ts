import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PowerCycles1700000000750 implements MigrationInterface {
  name = 'PowerCycles1700000000750';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "power_cycle" ("relay" text PRIMARY KEY NOT NULL, "kind" text NOT NULL, "wait" integer NOT NULL, ` +
        `"dueAt" integer NOT NULL, "sequence" text NOT NULL, "gap" integer NOT NULL, "via" text NOT NULL, "who" text NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "power_cycle"`);
  }
}
