import { fileURLToPath } from 'node:url';
import { launch } from './launcher/launcher.js';

launch(fileURLToPath(new URL('..', import.meta.url))).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
