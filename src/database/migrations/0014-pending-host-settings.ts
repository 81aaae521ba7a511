import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settings of the host system that are stored, and that the host adapter has not been called with yet; at most one row. */
export class PendingHostSettings1700000005500 implements MigrationInterface {
  name = 'PendingHostSettings1700000005500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "host_pending" ("id" integer PRIMARY KEY NOT NULL, "since" integer NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "host_pending"`);
  }
}
