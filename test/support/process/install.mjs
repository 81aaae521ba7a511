/** Installs a bundle or changes the boot state as the controller does, in a process that may be killed meanwhile. */
import { BootJournal } from '../../../dist/launcher/boot-journal.js';
import { releaseIn } from '../../../dist/launcher/installed-release.js';
import { readKeys } from '../../../dist/system/firmware/firmware-keys.js';
import { FirmwareStore } from '../../../dist/system/firmware/firmware-store.js';
import { installFirmware } from '../../../dist/system/firmware/install-firmware.js';

const [command, dataDir, baseRoot, keys, bundle] = process.argv.slice(2);
const journal = new BootJournal(releaseIn(baseRoot), dataDir);
globalThis.countSteps();
switch (command) {
  case 'install':
    await installFirmware(bundle, {
      dataDir,
      store: new FirmwareStore(dataDir),
      keys: readKeys(keys),
      place: 'base',
      version: journal.base.version,
      baseVersion: journal.base.version,
      allowDowngrade: false,
      now: 0,
    });
    break;
  case 'choose':
    journal.choose();
    break;
  case 'confirm':
    journal.confirm('slot-a');
    break;
  case 'rollBack':
    journal.rollBack('slot-a', 'It is not well.');
}
