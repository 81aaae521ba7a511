import type { MigrationInterface, QueryRunner } from 'typeorm';
import { schemaFor } from '../../dialect.js';

const SCHEMA = [
  `CREATE TABLE "hub_command" (
    "id" text PRIMARY KEY NOT NULL,
    "number" integer NOT NULL,
    "userId" text NOT NULL,
    "key" text,
    "pdu" text NOT NULL,
    "outlet" text NOT NULL,
    "command" text NOT NULL,
    "who" text NOT NULL,
    "reason" text,
    "acceptedAt" integer NOT NULL,
    "until" integer NOT NULL,
    "outcome" text,
    "code" text,
    "measured" text,
    "endedAt" integer,
    "tries" integer NOT NULL,
    "entry" integer NOT NULL
  )`,
  `CREATE UNIQUE INDEX "hub_command_number" ON "hub_command" ("number")`,
  `CREATE UNIQUE INDEX "hub_command_key" ON "hub_command" ("userId", "key")`,
  `CREATE INDEX "hub_command_pdu" ON "hub_command" ("pdu", "number")`,
  `CREATE INDEX "hub_command_outcome" ON "hub_command" ("outcome", "number")`,
  `CREATE TABLE "pdu_state" (
    "pdu" text PRIMARY KEY NOT NULL,
    "seen" integer NOT NULL,
    "hello" text,
    "profile" text,
    "states" text NOT NULL,
    "minute" blob
  )`,
  `CREATE TABLE "pdu_profile" (
    "hash" text PRIMARY KEY NOT NULL,
    "data" blob NOT NULL
  )`,
  `CREATE TABLE "pdu_event" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "pdu" text NOT NULL,
    "number" integer NOT NULL,
    "at" integer NOT NULL,
    "code" text NOT NULL,
    "object" text NOT NULL,
    "text" text NOT NULL,
    "value" real,
    "limit" real,
    "severity" text NOT NULL,
    "raised" boolean NOT NULL
  )`,
  `CREATE UNIQUE INDEX "pdu_event_number" ON "pdu_event" ("pdu", "number")`,
  `CREATE INDEX "pdu_event_pdu" ON "pdu_event" ("pdu", "id")`,
  `CREATE TABLE "minute_hour" (
    "id" integer PRIMARY KEY NOT NULL,
    "data" blob NOT NULL
  )`,
];

const TABLES = [...SCHEMA.join('\n').matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, table = '']) => table);

/** The commands of the hub, and what it knows of its PDUs. */
export class FleetData1700001000200 implements MigrationInterface {
  name = 'FleetData1700001000200';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of SCHEMA) await runner.query(schemaFor(runner, statement));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE "${table}"`);
  }
}
