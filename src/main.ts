import { fileURLToPath } from 'node:url';
import { resetEngineFlags } from './launcher/engine-flags.js';
import { exitUnlessNodeIsSupported } from './launcher/node-check.js';

const root = fileURLToPath(new URL('..', import.meta.url));
exitUnlessNodeIsSupported(root);
resetEngineFlags();

import('./launcher/launcher.js')
  .then(({ launch }) => launch(root))
  .catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
