import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Groups1700000001200 implements MigrationInterface {
  name = 'Groups1700000001200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "outlet_group" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "name" text NOT NULL, ` +
        `"delay" real NOT NULL, "outlets" text NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "outlet_group"`);
  }
}
