/** Installs a bundle or changes the boot state as the controller does, in a process that may be killed on the way. */
import { BootBook } from '../../dist/launcher/boot-book.js';
import { releaseIn } from '../../dist/launcher/installed-release.js';
import { readKeys } from '../../dist/system/firmware/firmware-keys.js';
import { FirmwareStore } from '../../dist/system/firmware/firmware-store.js';
import { installFirmware } from '../../dist/system/firmware/install-firmware.js';

const [deed, dataDir, baseRoot, keys, bundle] = process.argv.slice(2);
const book = new BootBook(releaseIn(baseRoot), dataDir);
globalThis.countSteps();
switch (deed) {
  case 'install':
    await installFirmware(bundle, {
      dataDir,
      store: new FirmwareStore(dataDir),
      keys: readKeys(keys),
      place: 'base',
      version: book.base.version,
      baseVersion: book.base.version,
      allowDowngrade: false,
      now: 0,
    });
    break;
  case 'choose':
    book.choose();
    break;
  case 'confirm':
    book.confirm('slot-a');
    break;
  case 'rollBack':
    book.rollBack('slot-a', 'It is not well.');
}
