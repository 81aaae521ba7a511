import type { MigrationInterface, QueryRunner } from 'typeorm';

export class History1700000003000 implements MigrationInterface {
  name = 'History1700000003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "numbered_thing" ("id" integer PRIMARY KEY NOT NULL, "thing" text NOT NULL)`);
    await runner.query(`CREATE TABLE "history_span" ("id" integer PRIMARY KEY NOT NULL, "bytes" integer NOT NULL)`);
    await runner.query(`CREATE TABLE "history_block" ("id" integer PRIMARY KEY NOT NULL, "data" blob NOT NULL)`);
    await runner.query(
      `CREATE TABLE "history_tail" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "hour" integer NOT NULL, ` +
        `"data" blob NOT NULL)`,
    );
    await runner.query(
      `CREATE TABLE "history_extreme" ("thing" text PRIMARY KEY NOT NULL, "since" integer NOT NULL, ` +
        `"extremes" text NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['history_extreme', 'history_tail', 'history_block', 'history_span', 'numbered_thing']) {
      await runner.query(`DROP TABLE "${table}"`);
    }
  }
}
