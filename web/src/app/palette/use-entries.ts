import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import type { Command } from '../../components/command-buttons.js';
import type { IconName } from '../../components/icons.js';
import { outletTitle } from '../../components/outlet-title.js';
import { words } from '../../language/words.js';
import { useGroupCommands } from '../../pages/groups/use-group-commands.js';
import { useGroupRights } from '../../pages/groups/use-groups.js';
import { live, useLiveSummary } from '../../live/live.js';
import { useOutletRows } from '../../pages/outlets/outlet-rows.js';
import { useSwitching } from '../../pages/outlets/use-switching.js';
import { useHubSupply, type Hub } from '../../pages/relays/use-hub-supply.js';
import { useRelaySwitching } from '../../pages/relays/use-relay-switching.js';
import { useSession } from '../../session/session.js';
import { iconOf } from '../page-icons.js';
import type { PageRow } from '../pages.js';
import type { Searched } from '../../components/search.js';
import { settingIndex } from '../../pages/settings/setting-index.js';
import { useOpen } from './use-open.js';
import { usePageCommands } from './use-page-commands.js';

export interface Entry extends Searched {
  readonly label: string;
  readonly hint: string;
  readonly icon: IconName;
  /** Opens the page, or asks for the confirmation of the command. */
  readonly run: () => void;
}

/** Settings have the rank 4. */
const RANK = { page: 0, outlet: 1, group: 2, event: 3, command: 5 } as const;
const COMMAND_ICONS = { ON: 'power', OFF: 'power', REBOOT: 'refresh' } as const;
const COMMANDS = ['ON', 'OFF', 'REBOOT'] as const;
const CONTACT_COMMANDS = ['CLOSE', 'OPEN'] as const;
const SUPPLY_COMMANDS = ['ON', 'OFF'] as const;

/** A relay of an I/O hub. */
interface Contact {
  readonly sensorId: string;
  readonly index: number;
  readonly name: string;
}

interface Found {
  readonly entries: readonly Entry[];
  /** The dialog that a command has opened. */
  readonly dialog: ReactNode;
}

/** Everything that the palette can find for this user. Commands use the same confirmation as the buttons. */
export function useEntries(pages: readonly PageRow[]): Found {
  const { rights } = useSession();
  const openPage = useOpen();
  const rows = useOutletRows() ?? [];
  const { data: groups = [] } = useApi('/api/groups', { enabled: rights.can('viewOutletGroups') });
  const { data: events = [] } = useApi('/api/events', { enabled: rights.can('viewEventActions') });
  const { mayOrder } = useGroupRights();
  const outletCommands = useSwitching();
  const groupCommands = useGroupCommands();
  const relayCommands = useRelaySwitching();
  const supply = useHubSupply();
  const { commands, dialog } = usePageCommands({ pages, events, groups });
  const relays = JSON.parse(useLiveSummary(relayNames)) as [id: string, name: string][];
  const contacts = JSON.parse(useLiveSummary(contactNames)) as Contact[];
  const supplied = JSON.parse(useLiveSummary(suppliedHubs)) as Hub[];
  const opens = (path: string) => () => void openPage(path);
  const kinds = words.palette.kinds;

  const commandsFor = (name: string, id: string, order: (command: Command) => Promise<void>): Entry[] =>
    COMMANDS.map((command) => {
      const texts = words.palette.commands[command](name);
      return {
        ...{ id: `${command} ${id}`, texts, rank: RANK.command, hint: kinds.command, icon: COMMAND_ICONS[command] },
        label: texts[0] ?? name,
        run: () => void order(command),
      };
    });

  const settings = settingIndex((path) => pages.some((page) => page.path === path)).filter(
    ({ page }) => page !== '/system' || rights.can('viewGlobalDeviceSettings'),
  );

  const entries = [
    ...pages
      .filter(({ path }) => !path.includes(':'))
      .map(({ path, title, section }): Entry => {
        const label = words.titles[title];
        const place = section ? words.sections[section] : '';
        return {
          ...{ id: path, label, texts: [label, `${place} ${label}`], rank: RANK.page, icon: iconOf(title) },
          hint: kinds.page,
          run: opens(path),
        };
      }),
    ...rows.flatMap((row): Entry[] => {
      const label = outletTitle(row);
      const { address, name, assetTag } = row.device ?? {};
      const { consumers = [] } = row;
      const texts = [label, name, row.outletName, address, assetTag, ...consumers].filter((text) => text !== undefined);
      const outlet: Entry = {
        ...{ id: `outlet ${row.id}`, label, texts, rank: RANK.outlet, icon: 'outlet' },
        hint: [kinds.outlet, address].filter(Boolean).join(' · '),
        run: opens(`/outlets/${row.id}`),
      };
      const order = (command: Command): Promise<void> => outletCommands.run({ outlets: [row], command });
      const maySwitch = rights.maySwitch(row.id) && row.state !== undefined;
      return [outlet, ...(maySwitch ? commandsFor(label, outlet.id, order) : [])];
    }),
    ...groups.flatMap((group): Entry[] => {
      const { id, groupName: label } = group;
      const entry: Entry = {
        ...{ id: `group ${id}`, label, texts: [label], rank: RANK.group, icon: 'group', hint: kinds.group },
        run: opens(`/groups/${id}`),
      };
      const order = (command: Command): Promise<void> => groupCommands.run({ group, command });
      return [entry, ...(mayOrder(group) ? commandsFor(label, entry.id, order) : [])];
    }),
    ...(rights.can('modifyPortSettings') ? relays : []).flatMap(([relayOutputId, name]) =>
      commandsFor(name, `relay ${relayOutputId}`, (command) =>
        relayCommands.run({ name, command, target: { relayOutputId } }),
      ),
    ),
    ...(rights.can('modifyPortSettings') ? contacts : []).flatMap(({ name, ...target }) =>
      CONTACT_COMMANDS.map((command): Entry => {
        const texts = words.palette.contactCommands[command](name);
        return {
          ...{ id: `${command} ${target.sensorId} ${target.index}`, texts, rank: RANK.command, icon: 'power' },
          ...{ label: texts[0] ?? name, hint: kinds.command },
          run: () => void relayCommands.run({ name, command, target }),
        };
      }),
    ),
    ...(rights.can('modifyPortSettings') ? supplied : []).flatMap((hub) =>
      SUPPLY_COMMANDS.map((command): Entry => {
        const texts = words.palette.supplyCommands[command](hub.sensorName);
        return {
          ...{ id: `${command} supply ${hub.sensorId}`, texts, rank: RANK.command, icon: 'power' },
          ...{ label: texts[0] ?? hub.sensorName, hint: kinds.command },
          run: () => void supply.set(hub, command === 'ON'),
        };
      }),
    ),
    ...commands.map((command): Entry => ({
      ...command,
      ...{ label: command.texts[0] ?? '', rank: RANK.command, hint: kinds.command },
    })),
    ...events.map(({ id, name }): Entry => ({
      ...{ id: `event ${id}`, label: name, texts: [name], rank: RANK.event, icon: 'bell', hint: kinds.event },
      run: opens(`/events/${id}`),
    })),
    ...settings.map((setting): Entry => ({
      ...setting,
      icon: 'settings',
      hint: words.palette.settingOf(setting.pageTitle),
      run: opens(setting.address),
    })),
  ];
  return { entries, dialog };
}

const relayNames = (): string => JSON.stringify(live.all('relayOutputs').map(({ id, relayName }) => [id, relayName]));

/** The I/O hubs that have a DC supply for sensors. */
const suppliedHubs = (): string =>
  JSON.stringify(
    live
      .all('sensors')
      .filter(({ vdcOutputState }) => vdcOutputState !== undefined)
      .map(({ sensorId, sensorName }): Hub => ({ sensorId, sensorName })),
  );

const contactNames = (): string =>
  JSON.stringify(
    live
      .all('sensors')
      .flatMap(({ sensorId, outputRelays = [] }) =>
        outputRelays.map(({ index, outputRelayName: name }): Contact => ({ sensorId, index, name })),
      ),
  );
