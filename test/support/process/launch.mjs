/** Starts the release that is installed in a folder, by the launcher of this build. */
import { launch } from '../../../dist/launcher/launcher.js';

await launch(process.env.BASE_ROOT);
