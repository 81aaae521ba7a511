import { join } from 'node:path';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuditLogService } from '../../audit/audit-log.service.js';
import { ConfigError, RuntimeConfig } from '../../config/runtime-config.js';
import { IN_MEMORY } from '../../database/data-folder.js';
import { assertAllowed, type CallerWithAddress } from '../../common/access.js';
import { causeOf } from '../../common/cause.js';
import { Clock } from '../../common/clock.js';
import { ControllerFaults } from '../../common/controller-faults.js';
import { ApiError } from '../../common/errors.js';
import { IS_RELEASE_BUILD, VERSION } from '../../common/version.js';
import { readBootState, writeBootState } from '../../launcher/boot-state.js';
import { releaseIn, rootOf } from '../../launcher/installed-release.js';
import { Launch, PLACES } from '../../launcher/launch.js';
import { RebootService } from '../reboot.service.js';
import { readKeys, type FirmwareKeys } from './firmware-keys.js';
import { FirmwareStore } from './firmware-store.js';
import { outcomeView, type FirmwareInstalledView, type FirmwarePhase, type FirmwareView } from './firmware.view.js';
import { installFirmware, type Installed } from './install-firmware.js';
import { FirmwareRefusal } from './manifest.js';
import { checkHead, discard, receive, type ReceivedForm, type ReceivedUpload, type UploadTarget } from './upload.js';

const MIB = 1024 * 1024;
/** Space reserved for the database while firmware is unpacked, bytes. */
const SPACE_TO_LEAVE = 32 * MIB;

const keepsNothing = (): ApiError => new ApiError('FIRMWARE_INVALID', 'this controller keeps nothing');

const ofCollector = (): ApiError =>
  new ApiError('FIRMWARE_INVALID', 'this PDU has the release of its collector, which is updated on its machine');

/** Installs new versions of the controller: checks and unpacks them, then restarts. Relays stay as they are. */
@Injectable()
export class FirmwareService implements OnApplicationBootstrap {
  readonly #store: FirmwareStore;
  #phase: FirmwarePhase = 'idle';

  constructor(
    private readonly config: RuntimeConfig,
    private readonly launch: Launch,
    private readonly audit: AuditLogService,
    private readonly reboots: RebootService,
    private readonly clock: Clock,
    private readonly faults: ControllerFaults,
  ) {
    this.#store = new FirmwareStore(config.dataDir);
  }

  /** Cleans up after an upload that a crash has interrupted, and records a rollback by the launcher. */
  async onApplicationBootstrap(): Promise<void> {
    if (IS_RELEASE_BUILD && this.config.firmwareKeys !== undefined) {
      throw new ConfigError(['RACKFEED_FIRMWARE_KEYS is for development builds; a release accepts its own keys only.']);
    }
    if (this.config.dataDir === IN_MEMORY) return;
    await this.#store.clear();
    await this.#recordRollBack();
  }

  get view(): FirmwareView {
    const { config, launch } = this;
    const state = this.#state;
    const last = state && outcomeView(state);
    return {
      version: VERSION,
      phase: this.#phase,
      trial: this.#isOnTrial,
      trialSeconds: config.firmwareTrial,
      places: PLACES.map((place) => {
        const version = releaseIn(rootOf(place, launch.baseRoot, config.dataDir))?.version;
        return { place, ...(version !== undefined && { version }), running: place === launch.place };
      }),
      ...(last && { last }),
      keys: [...this.#keys.keys()],
      limit: config.firmwareLimit * MIB,
    };
  }

  /**
   * Installs an upload, then restarts once the response is sent. A refused one changes nothing.
   * @param assertFields throws for fields of the form with which the upload must not be installed
   */
  async upload(
    caller: CallerWithAddress,
    request: Request,
    response: Response,
    allowDowngrade: boolean,
    assertFields: (fields: ReceivedForm['fields']) => void = () => undefined,
  ): Promise<FirmwareInstalledView> {
    try {
      this.#assertAccepted(caller, allowDowngrade);
      checkHead(request, this.config.firmwareLimit);
      if (this.config.dataDir === IN_MEMORY) throw keepsNothing();
    } catch (error) {
      await discard(request);
      throw error;
    }
    const size = Number(request.headers['content-length'] ?? 0);
    const restart = () => this.reboots.restartAfter(response);
    const obtain = async (to: UploadTarget): Promise<ReceivedUpload> => {
      const received = await receive(request, response, to);
      assertFields(received.fields);
      return received;
    };
    return this.#installAndRestart(caller, allowDowngrade, size, obtain, restart);
  }

  /**
   * Installs a bundle that `obtain` gets from elsewhere, under the same rules. The caller restarts the controller with
   * {@link RebootService.restartAfter} once the response is sent.
   */
  async installFrom(
    caller: CallerWithAddress,
    obtain: (target: UploadTarget) => Promise<ReceivedUpload>,
  ): Promise<FirmwareInstalledView> {
    this.#assertAccepted(caller, false);
    if (this.config.dataDir === IN_MEMORY) throw keepsNothing();
    return this.#installAndRestart(caller, false, 0, obtain, () => undefined);
  }

  async #installAndRestart(
    caller: CallerWithAddress,
    allowDowngrade: boolean,
    size: number,
    obtain: (target: UploadTarget) => Promise<ReceivedUpload>,
    restart: () => void,
  ): Promise<FirmwareInstalledView> {
    try {
      this.#phase = 'receiving';
      const installed = await this.#install(caller, allowDowngrade, size, obtain);
      this.#phase = 'restarting';
      restart();
      return { version: installed.version, previousVersion: VERSION, place: installed.slot, rebooting: true };
    } catch (error) {
      await this.#store.clear().catch(() => undefined);
      this.#phase = 'idle';
      throw error;
    }
  }

  #assertAccepted(caller: CallerWithAddress, allowDowngrade: boolean): void {
    if (this.config.hostedAs !== undefined) throw ofCollector();
    if (allowDowngrade && !caller.access.isAdministrator) throw new ApiError('ADMINISTRATOR_ONLY');
    if (this.#phase !== 'idle') throw new ApiError('FIRMWARE_BUSY');
    if (this.#isOnTrial) throw new ApiError('FIRMWARE_ON_TRIAL');
  }

  async #install(
    caller: CallerWithAddress,
    allowed: boolean,
    size: number,
    obtain: (target: UploadTarget) => Promise<ReceivedUpload>,
  ): Promise<Installed> {
    const { config, launch, clock } = this;
    await this.#store.beginUpload();
    await this.#checkSpace(size, 0);
    const received = await obtain({
      folder: this.#store.uploadFolder,
      limitMib: config.firmwareLimit,
      check: (bytes) => this.#checkSpace(bytes, bytes),
    });
    // An upload may take minutes; a session that expired meanwhile does not end it.
    assertAllowed(caller.access, 'modifyFirmwareVersion');
    const allowDowngrade = allowed || received.allowDowngrade;
    if (allowDowngrade && !caller.access.isAdministrator) throw new ApiError('ADMINISTRATOR_ONLY');
    this.#phase = 'checking';
    try {
      const installed = await installFirmware(received.path, {
        dataDir: config.dataDir,
        store: this.#store,
        keys: this.#keys,
        place: launch.place,
        version: VERSION,
        baseVersion: launch.baseVersion,
        allowDowngrade,
        now: clock.now(),
      });
      await this.#record(caller, { version: installed.version, slot: installed.slot });
      await this.#store.clear();
      return installed;
    } catch (error) {
      if (!(error instanceof FirmwareRefusal)) throw error;
      await this.#record(caller, { reason: error.message }, 'FIRMWARE_INVALID');
      throw new ApiError('FIRMWARE_INVALID', error.message);
    }
  }

  /**
   * Refuses an upload that would leave too little space for the database.
   * @param size of the upload, as far as it is known
   * @param here the part of it that is already on the disk
   */
  async #checkSpace(size: number, here: number): Promise<void> {
    const needed = size * 4 - here + SPACE_TO_LEAVE;
    if ((await this.#store.freeSpace()) < needed) throw new ApiError('STORAGE_FULL');
  }

  get #keys(): FirmwareKeys {
    const { firmwareKeys } = this.config;
    return readKeys(join(this.launch.root, 'keys'), ...(firmwareKeys === undefined ? [] : [firmwareKeys]));
  }

  get #state() {
    return this.config.dataDir === IN_MEMORY ? undefined : readBootState(this.config.dataDir);
  }

  get #isOnTrial(): boolean {
    const state = this.#state;
    return this.launch.isTrial && state?.trial === true && state.active === this.launch.place;
  }

  async #record(caller: CallerWithAddress, after: object, result?: string): Promise<void> {
    const record = { kind: 'firmware.install', object: 'device', cause: causeOf(caller), before: { version: VERSION } };
    await this.audit.tryToRecord({ ...record, after, ...(result !== undefined && { result }) });
  }

  async #recordRollBack(): Promise<void> {
    const state = this.#state;
    const { last } = state ?? {};
    if (!state || last?.result !== 'rolledBack' || last.recorded) return;
    const { version, from, reason } = last;
    const why = reason === undefined ? '' : ` ${reason}`;
    this.faults.notice(
      'firmware',
      `Firmware ${version} was rolled back; version ${from} runs again.${why} Outlets stayed as they were.`,
    );
    await this.audit.tryToRecord({
      kind: 'firmware.rollBack',
      object: 'device',
      cause: { kind: 'system', who: 'launcher' },
      before: { version },
      after: { version: from, reason },
    });
    try {
      writeBootState(this.config.dataDir, { ...state, last: { ...last, recorded: true } });
    } catch {
      // a second record does no harm; a full disk must not prevent a start
    }
  }
}
