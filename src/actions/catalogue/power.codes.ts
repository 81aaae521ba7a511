import type { PduModel } from '../../hardware/profiles/pdu-model.js';
import type { ContactState } from '../../hardware/snapshot.js';
import type { PermissionFlag } from '../../common/access.js';
import type { OutletCommand } from '../../outlets/outlet-commands.service.js';
import type { SwitchTargetsService } from './switch-targets.service.js';
import { GROUP, HUB_PORT, OUTLET, RELAY_OUTPUT, STATE, wholeNumber, word, type ActionParam } from './param.js';
import { DONE, onThisPdu, type ActionRow, type Params } from './row.js';

const switchesOutlets = ({ profile, outlets }: PduModel): boolean => profile.outletSwitching && outlets.length > 0;
const hasRelayOutputs = ({ relayOutputs }: PduModel): boolean => relayOutputs.length > 0;
const hasHub = ({ sensors }: PduModel): boolean => sensors.some(({ kind }) => kind === 'dio_hub');

/** The objects of this PDU that the first parameter names, and the command that the code sends them. */
interface SwitchableKind {
  readonly param: ActionParam;
  readonly needs: readonly PermissionFlag[];
  readonly fits: ActionRow['fits'];
  readonly objects: (targets: SwitchTargetsService, name: string) => readonly string[];
  readonly command: 'outlet' | 'group' | 'relayOutput';
}

const outlet: SwitchableKind = {
  param: OUTLET,
  needs: [],
  fits: switchesOutlets,
  objects: (targets, id) => [targets.outlet(id)?.id ?? id],
  command: 'outlet',
};

const group: SwitchableKind = {
  param: GROUP,
  needs: ['modifyOutletGroups'],
  fits: switchesOutlets,
  objects: (targets, id) => targets.group(id)?.outlets ?? [],
  command: 'group',
};

const relayOutput: SwitchableKind = {
  param: RELAY_OUTPUT,
  needs: ['modifyPortSettings'],
  fits: hasRelayOutputs,
  objects: (targets, name) => [targets.relayOutput(name) ?? name],
  command: 'relayOutput',
};

const power = (
  code: number,
  name: string,
  { param, needs, fits, objects, command }: SwitchableKind,
  states: readonly ActionParam[],
  commandOf: (params: Params) => OutletCommand,
): ActionRow => ({
  code,
  name,
  params: [param, ...states],
  needs: () => needs,
  switches: true,
  retries: false,
  fits,
  target: onThisPdu,
  moves: (targets, params) => ({ objects: objects(targets, params[0]), move: commandOf(params) }),
  perform: async ({ switching }, params, { cause }) => {
    await switching[command](params[0], commandOf(params), cause);
    return DONE;
  },
  happened: ({ switching, targets }, params, since) =>
    switching.happened(objects(targets, params[0]), commandOf(params), since),
});

const toState = (params: Params): OutletCommand => (params[1] === 'ON' ? 'ON' : 'OFF');
const reboot = (): OutletCommand => 'REBOOT';
const contactOf = (params: Params): ContactState => (params[2] === 'CLOSE' ? 'CLOSE' : 'OPEN');

/** Codes that switch what hangs on this PDU. */
export const POWER_CODES: readonly ActionRow[] = [
  power(11, 'Switch Outlet', outlet, [STATE], toState),
  power(12, 'Reboot Outlet', outlet, [], reboot),
  power(16, 'Switch Outlet Group', group, [STATE], toState),
  power(17, 'Powercycle Outlet Group', group, [], reboot),
  power(22, 'Switch Output Relay', relayOutput, [STATE], toState),
  power(23, 'Reboot Output Relay', relayOutput, [], reboot),
  {
    code: 32,
    name: 'Smart IO Hub Relay Switch',
    params: [HUB_PORT, wholeNumber('output relay index', 1, 6), word('output relay state', 'OPEN', 'CLOSE')],
    needs: () => ['modifyPortSettings'],
    switches: true,
    retries: false,
    fits: hasHub,
    target: onThisPdu,
    moves: (targets, params) => ({
      objects: [targets.sensor(params[0])?.id ?? params[0]],
      part: Number(params[1]),
      move: contactOf(params),
    }),
    perform: async ({ switching }, params, { cause }) => {
      await switching.hubRelay(params[0], Number(params[1]), contactOf(params), cause);
      return DONE;
    },
  },
];
