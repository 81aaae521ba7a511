import { VERSION } from '../common/version.js';
import { DONE, type Command } from './command.js';

export const VERSION_COMMAND: Command = {
  name: 'version',
  parameters: '',
  summary: 'prints the version of the release that the controller runs, and where it stands',

  run(_, { root, say }) {
    say(`rackfeed ${VERSION} (${root}; node ${process.version}, ${process.platform}-${process.arch})`);
    return Promise.resolve(DONE);
  },
};
