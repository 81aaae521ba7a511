#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { endUnlessNodeFits } from './launcher/node-check.js';

const root = fileURLToPath(new URL('..', import.meta.url));
endUnlessNodeFits(root);

const WRONG = 2;

import('./cli/run-release.js')
  .then(({ runRelease }) => runRelease(root))
  .then(
    (code) => process.exit(code),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(WRONG);
    },
  );
