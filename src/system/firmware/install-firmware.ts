import { readBootState, writeBootState, type BootState } from '../../launcher/boot-state.js';
import type { Place, Slot } from '../../launcher/launch.js';
import { compareVersions } from '../../launcher/version-order.js';
import { readBundle } from './bundle-reader.js';
import type { FirmwareKeys } from './firmware-keys.js';
import type { FirmwareStore } from './firmware-store.js';
import { libcConflict, ownLibc } from './libc.js';
import { MANIFEST, SIGNATURE, type Manifest } from './manifest.js';
import { FirmwareRefusal } from './manifest.js';

export interface Installation {
  readonly dataDir: string;
  readonly store: FirmwareStore;
  readonly keys: FirmwareKeys;
  /** The place of the running release. */
  readonly place: Place;
  readonly version: string;
  readonly baseVersion: string;
  readonly allowDowngrade: boolean;
  /** Wall clock, ms. */
  readonly now: number;
}

export interface Installed {
  readonly version: string;
  readonly slot: Slot;
}

/**
 * Unpacks a bundle into the slot that is not running and makes it start next. Throws {@link FirmwareRefusal} with
 * nothing changed. After a crash at any moment, the next start finds the previous version or the new one, both
 * complete.
 */
export async function installFirmware(bundle: string, installation: Installation): Promise<Installed> {
  const { store, keys } = installation;
  await store.begin();
  const manifest = await unpack(bundle, keys, store, (signed) => assertInstallable(signed, installation));
  await store.check(manifest);
  const slot: Slot = installation.place === 'slot-a' ? 'slot-b' : 'slot-a';
  clearReferencesTo(slot, installation);
  await store.moveInto(slot);
  writeBootState(installation.dataDir, trialOf(slot, manifest.version, installation));
  return { version: manifest.version, slot };
}

async function unpack(
  bundle: string,
  keys: FirmwareKeys,
  store: FirmwareStore,
  check: (manifest: Manifest) => void,
): Promise<Manifest> {
  return readBundle(bundle, keys, {
    signed: async ({ manifest, bytes, signature }) => {
      check(manifest);
      await store.write(MANIFEST, [bytes]);
      await store.write(SIGNATURE, [signature]);
    },
    file: ({ path }, body) => store.write(path, body),
  });
}

const PLATFORM = `${process.platform}-${process.arch}`;

/** Throws {@link FirmwareRefusal} for a version that must not follow the running one. */
function assertInstallable(manifest: Manifest, { version, allowDowngrade }: Installation): void {
  if (manifest.platform !== PLATFORM) {
    throw new FirmwareRefusal(`it is made for ${manifest.platform.slice(0, 40)}, and this is ${PLATFORM}`);
  }
  const conflict = libcConflict(manifest, ownLibc());
  if (conflict !== undefined) throw new FirmwareRefusal(conflict);
  if (compareVersions(process.versions.node, manifest.minimumNode) < 0) {
    throw new FirmwareRefusal(
      `it needs at least Node.js ${manifest.minimumNode}, and this is ${process.versions.node}; update that first`,
    );
  }
  if (compareVersions(version, manifest.minimumVersion) < 0) {
    throw new FirmwareRefusal(
      `it needs at least version ${manifest.minimumVersion} to be installed over, and this is ${version}`,
    );
  }
  if (compareVersions(manifest.version, version) < 0 && !allowDowngrade) {
    throw new FirmwareRefusal(
      `it is version ${manifest.version}, older than ${version}; an administrator may send it with allowDowngrade=true`,
    );
  }
}

/** Removes all references to a slot that is about to be emptied. */
function clearReferencesTo(slot: Slot, { dataDir, place }: Installation): void {
  const state = readBootState(dataDir);
  if (state?.active === slot) writeBootState(dataDir, { ...state, active: place, previous: 'base', trial: false });
  else if (state?.previous === slot) writeBootState(dataDir, { ...state, previous: 'base' });
}

/** The boot state of a trial: once it is durable, the new version starts next. */
const trialOf = (slot: Slot, version: string, { place, version: from, baseVersion, now }: Installation): BootState => ({
  format: 1,
  active: slot,
  previous: place,
  trial: true,
  attempts: 0,
  baseVersion,
  last: { result: 'trying', version, from, at: now },
});
