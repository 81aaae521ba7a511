import { parseArgs } from 'node:util';
import { ConfigExportService } from '../configuration/config-export.service.js';
import { DONE, type Command } from './command.js';
import { withStoredData } from './stored.js';

export const EXPORT: Command = {
  name: 'export',
  parameters: '',
  summary: 'prints the configuration as a document, without secrets; the controller may run',

  async run(args, program) {
    parseArgs({ args: [...args], options: {} });
    const document = await withStoredData(program, async (app) =>
      app.get(ConfigExportService, { strict: false }).plain(),
    );
    program.say(JSON.stringify(document, null, 2));
    const { length } = document.secretsLeftOut ?? [];
    if (length > 0) program.warn(`Secrets left out: ${length}. POST /api/config/export includes them, encrypted.`);
    return DONE;
  },
};
