/** The built `rackfeed demo` as a separate process. */
import { join } from 'node:path';
import { ControllerProcess } from './controller-process.js';

const ENTRY = join(import.meta.dirname, '../../../release/local/dist/cli/rackfeed.js');

export class DemoProcess extends ControllerProcess {
  /** @param folder where it makes its temporary folder */
  constructor(folder: string, environment: Readonly<Record<string, string>> = {}) {
    super({ TMPDIR: folder, ...environment }, ENTRY, [], ['demo', '--port', '0']);
  }

  /** The password that it has printed for an account. */
  passwordOf(username: string): Promise<string> {
    return this.waitForOutput(new RegExp(`^  ${username} +([A-Z2-9]{16})  `, 'm'));
  }
}
