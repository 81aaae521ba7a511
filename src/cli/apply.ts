import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ConfigApplyService } from '../configuration/config-apply.service.js';
import type { ConfigChange } from '../configuration/config-document.view.js';
import type { JsonObject } from '../common/body.js';
import type { CallerWithAddress } from '../common/access.js';
import { PRIMARY_ADMIN_ID } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { cannotRead, DONE, UsageError, type Command } from './command.js';
import { withStoredData } from './stored.js';

export const APPLY: Command = {
  name: 'apply',
  parameters: '--plan <document.json | ->',
  summary: 'show what a configuration document would change, and change nothing; the controller may be running',

  async run(args, program) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { plan: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new UsageError('Name one document, or "-".');
    if (!values.plan) {
      throw new UsageError(
        'Only --plan is done here. A document takes effect in the controller that runs: POST /api/config/apply.',
      );
    }
    const document = readDocument(
      file === '-' ? await program.input() : await readFile(file, 'utf8').catch(cannotRead(file)),
      file,
    );
    const plan = await withStoredData(program, async (app) => {
      const users = app.get(UsersService, { strict: false });
      const { username, ...user } = users.find(PRIMARY_ADMIN_ID);
      const caller: CallerWithAddress = {
        userId: String(PRIMARY_ADMIN_ID),
        username,
        access: users.accessOf(user),
        credential: { kind: 'basic' },
        address: 'local',
      };
      return app.get(ConfigApplyService, { strict: false }).plan(document, caller);
    });
    for (const change of plan.changes) program.say(lineOf(change));
    for (const { path, message } of plan.warnings) program.warn(`${path}: ${message}`);
    program.warn(plan.changes.length === 0 ? 'Nothing would change.' : `What would change: ${plan.changes.length}.`);
    return DONE;
  },
};

function readDocument(text: string, file: string): JsonObject {
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document === 'object' && document !== null && !Array.isArray(document)) return document as JsonObject;
  } catch {
    // reported below
  }
  throw new Error(`"${file}" is not a JSON object.`);
}

const lineOf = ({ path, before, after }: ConfigChange): string =>
  `${path}: ${before === undefined ? '(nothing)' : JSON.stringify(before)} → ${after === undefined ? '(nothing)' : JSON.stringify(after)}`;
