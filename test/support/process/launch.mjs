/** Starts what stands in a folder as the installed release, through the launcher of this build. */
import { launch } from '../../../dist/launcher/launcher.js';

await launch(process.env.BASE_ROOT);
