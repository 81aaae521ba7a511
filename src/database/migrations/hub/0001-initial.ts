import type { MigrationInterface, QueryRunner } from 'typeorm';
import { schemaFor } from '../../dialect.js';

const SCHEMA = [
  `CREATE TABLE "audit_entry" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "at" integer NOT NULL,
    "kind" text NOT NULL,
    "object" text NOT NULL,
    "name" text,
    "about" text,
    "aboutName" text,
    "via" text NOT NULL,
    "who" text NOT NULL,
    "address" text,
    "before" text,
    "after" text,
    "result" text NOT NULL,
    "cause" integer
  )`,
  `CREATE INDEX "audit_entry_at" ON "audit_entry" ("at")`,
  `CREATE INDEX "audit_entry_kind" ON "audit_entry" ("kind")`,
  `CREATE INDEX "audit_entry_object" ON "audit_entry" ("object")`,
  `CREATE INDEX "audit_entry_who" ON "audit_entry" ("who")`,
  `CREATE INDEX "audit_entry_about" ON "audit_entry" ("about") WHERE "about" IS NOT NULL`,
  `CREATE TABLE "setting" (
    "key" text PRIMARY KEY NOT NULL,
    "value" text NOT NULL
  )`,
  `CREATE TABLE "role" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "name" text NOT NULL,
    "description" text NOT NULL,
    "permissions" text NOT NULL
  )`,
  `CREATE UNIQUE INDEX "role_name" ON "role" ("name")`,
  `CREATE TABLE "user" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "username" text NOT NULL,
    "roleId" integer NOT NULL,
    "enabled" boolean NOT NULL,
    "created" integer NOT NULL,
    "lastLogin" integer NOT NULL,
    "passwordHash" text NOT NULL,
    "passwordChangeRequired" boolean NOT NULL,
    "lockedUntil" integer,
    "lockedBy" text,
    "tokenHash" text,
    "tokenPrefix" text NOT NULL,
    "snmpv3Access" boolean NOT NULL,
    "snmpv3Security" text NOT NULL,
    "snmpv3UserId" text NOT NULL,
    "snmpv3AuthProtocol" text NOT NULL,
    "snmpv3PrivProtocol" text NOT NULL,
    "snmpv3AuthPass" text,
    "snmpv3PrivPass" text,
    "sshKeys" text NOT NULL,
    "knownSenders" text NOT NULL DEFAULT ('[]')
  )`,
  `CREATE UNIQUE INDEX "user_username" ON "user" ("username")`,
  `CREATE UNIQUE INDEX "user_token" ON "user" ("tokenHash")`,
  `CREATE TABLE "session" (
    "id" text PRIMARY KEY NOT NULL,
    "tokenHash" text NOT NULL,
    "userId" text NOT NULL,
    "createdAt" integer NOT NULL,
    "lastSeenAt" integer NOT NULL,
    "address" text NOT NULL,
    "agent" text NOT NULL,
    "byToken" boolean NOT NULL
  )`,
  `CREATE TABLE "pdu" (
    "no" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "id" text NOT NULL,
    "name" text NOT NULL,
    "site" text NOT NULL,
    "shard" integer NOT NULL,
    "serial" text NOT NULL,
    "model" text NOT NULL,
    "state" text NOT NULL,
    "keyHash" text NOT NULL,
    "tokenHash" text NOT NULL,
    "enrolledAt" integer NOT NULL
  )`,
  `CREATE UNIQUE INDEX "pdu_id" ON "pdu" ("id")`,
  `CREATE TABLE "enrolment" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "tokenHash" text NOT NULL,
    "name" text NOT NULL,
    "site" text NOT NULL,
    "uses" integer NOT NULL,
    "used" integer NOT NULL,
    "validUntil" integer NOT NULL,
    "accept" boolean NOT NULL,
    "createdAt" integer NOT NULL,
    "maker" text
  )`,
  `INSERT INTO "role" ("id", "name", "description", "permissions") ` +
    `VALUES (1, 'Administrator', 'Every permission on every PDU.', '{}')`,
];

const TABLES = [...SCHEMA.join('\n').matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, table = '']) => table);

/** The tables of the first hub. */
export class HubInitial1700001000100 implements MigrationInterface {
  name = 'HubInitial1700001000100';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of SCHEMA) await runner.query(schemaFor(runner, statement));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE "${table}"`);
  }
}
