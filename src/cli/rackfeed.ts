#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { exitUnlessNodeIsSupported } from '../launcher/node-check.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
exitUnlessNodeIsSupported(root);

const WRONG = 2;

import('./run-release.js')
  .then(({ runRelease }) => runRelease(root))
  .then(
    (code) => process.exit(code),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(WRONG);
    },
  );
