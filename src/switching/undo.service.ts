import { Injectable } from '@nestjs/common';
import { AuditLogService, type AuditRecord } from '../audit/audit-log.service.js';
import { NewestEntries, SWITCHINGS } from '../audit/newest-entries.js';
import { assertAllowed, type Access, type CallerWithAddress } from '../common/access.js';
import { causeOf, type Cause } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import { isRelayOutputId } from '../common/ids.js';
import type { OnOff } from '../common/units.js';
import { SettingsStore } from '../settings/settings.store.js';
import { auditSubject } from './power-cycle.store.js';
import type { RelayCommands } from './relay-commands.js';
import { stepsForOn } from './sequence.js';
import { SwitchingService } from './switching.service.js';
import type { UndoDto } from './undo.dto.js';
import { UndoOffers, type UndoOffer } from './undo-offers.js';
import { leftRelay, type LeftReason, type LeftRelayView, type UndoneView } from './undo.view.js';

/** Takes switchings back. */
@Injectable()
export class UndoService {
  constructor(
    private readonly switching: SwitchingService,
    private readonly offers: UndoOffers,
    private readonly settings: SettingsStore,
    private readonly audit: AuditLogService,
    private readonly entries: NewestEntries,
  ) {}

  /**
   * Puts back the relays of a command that still stand where it put them: off all at once; on one after another in the
   * order of the command, a group's with its own delay and others with that after a loss of mains, so that their inrush
   * currents do not add up. Resolves when the first is on and the steps of the others are durable.
   *
   * A token works once; one whose command is refused before anything moves stays valid. Throws UNDO_UNKNOWN, UNDO_USED,
   * UNDO_EXPIRED, OUTLET_NOT_ALLOWED, NOT_ALLOWED or OUTLET_PROTECTED.
   */
  undo(dto: UndoDto, caller: CallerWithAddress): Promise<UndoneView> {
    const cause = causeOf(caller, dto);
    return this.switching.run({ caller, switches: true }, async (relays) => {
      // Found only now: commands run one at a time, so no second request can use the token meanwhile, or a late one.
      const offer = this.offers.find(dto.token, caller.userId);
      assertMaySwitch(offer, caller.access);
      const left = offer.moved.flatMap(({ id, command }) => {
        const code = reasonToLeave(relays, id, command, offer.state);
        return code === undefined ? [] : [leftRelay(id, code)];
      });
      const ids = offer.moved.map(({ id }) => id).filter((id) => left.every((each) => each.id !== id));
      offer.isUsed = true;
      if (ids.length === 0) return { restored: [], left };
      const failed = await this.#putBack(relays, offer, ids, cause).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'OUTLET_PROTECTED') offer.isUsed = false;
        throw error;
      });
      return {
        restored: ids.filter((id) => failed.every((each) => each.id !== id)),
        left: [...left, ...failed],
      };
    });
  }

  /** Returns the relays that have not followed. */
  async #putBack(
    relays: RelayCommands,
    offer: UndoOffer,
    ids: readonly string[],
    cause: Cause,
  ): Promise<LeftRelayView[]> {
    const state: OnOff = offer.state === 'ON' ? 'OFF' : 'ON';
    const auditRecord = this.#auditRecord(offer, ids, state, cause);
    if (state === 'OFF' || ids.length === 1) {
      const changes = ids.map((id) => ({ id, state }));
      const outcomes = await relays.switchEach(changes, auditRecord.cause, auditRecord);
      return outcomes.flatMap(({ id, error }) => (error ? [{ id, code: error.code, reason: error.message }] : []));
    }
    const { object: name, delay } = offer.group ?? {
      object: 'undo',
      delay: this.settings.get('deviceSequentialPowerUpDelay'),
    };
    const steps = (isOn: (relay: string) => boolean) => stepsForOn(ids, delay, isOn);
    const sequence = { name, relays: ids, delay, cause: auditRecord.cause, auditRecord, steps };
    try {
      await relays.turnOnStaggered(sequence);
      return [];
    } catch (error) {
      if (!(error instanceof ApiError) || !NOT_FOLLOWED.has(error.code)) throw error;
      // Those that had no wait have had their step, and one whose relay has not followed waits for another attempt.
      const now = ids.filter((id, place) => place === 0 || delay === 0);
      return now.filter((id) => this.switching.willTurnOn(id)).map((id) => leftRelay(id, 'STILL_TRYING'));
    }
  }

  #auditRecord(offer: UndoOffer, ids: readonly string[], state: OnOff, cause: Cause): AuditRecord {
    const [only = ''] = ids;
    const objects = ids.map((id) => auditSubject(id, 'undo').object);
    const many = { kind: offer.group ? 'group.undo' : 'device.undo', object: offer.group?.object ?? 'device' };
    const names = ids.map((id, place) => this.audit.nameOf(objects[place] ?? '') ?? id);
    return {
      ...(ids.length === 1 && !offer.group ? auditSubject(only, 'undo') : many),
      cause: { ...cause, entry: this.entries.since(offer.begunAt, SWITCHINGS, objects) },
      after: { state, outlets: ids, names, ...(cause.confirmed && { confirmed: true }) },
    };
  }
}

const NOT_FOLLOWED: ReadonlySet<string> = new Set(['RELAY_FAULT', 'HARDWARE_SILENT']);

/** The caller may have lost a permission since the command. */
function assertMaySwitch({ moved }: UndoOffer, access: Access): void {
  for (const { id } of moved) {
    if (!isRelayOutputId(id)) {
      if (!access.mayModify(id)) throw new ApiError('OUTLET_NOT_ALLOWED', id, 'modifyOutlets');
    } else assertAllowed(access, 'modifyPortSettings');
  }
}

/** The reason why a relay is left as it is; undefined for one that is in the state that the command gave it. */
function reasonToLeave(relays: RelayCommands, id: string, command: number, state: OnOff): LeftReason | undefined {
  if (relays.lastCommandOf(id) !== command) return 'SWITCHED_SINCE';
  return relays.stateToCome(id) === state ? undefined : 'MOVED_SINCE';
}
