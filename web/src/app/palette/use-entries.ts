import { useNavigate } from 'react-router';
import { useApi } from '../../api/queries.js';
import type { Command } from '../../components/command-buttons.js';
import type { IconName } from '../../components/icons.js';
import { outletTitle } from '../../components/outlet-title.js';
import { words, type Words } from '../../language/words.js';
import { useGroupCommands } from '../../pages/groups/use-group-commands.js';
import { useGroupRights } from '../../pages/groups/use-groups.js';
import { useOutletRows } from '../../pages/outlets/outlet-rows.js';
import { useSwitching } from '../../pages/outlets/use-switching.js';
import { useSession } from '../../session/session.js';
import { iconOf } from '../page-icons.js';
import type { PageRow } from '../pages.js';
import type { Searched } from './search.js';
import { SETTING_PLACES } from './setting-places.js';

export interface Entry extends Searched {
  readonly label: string;
  readonly hint: string;
  readonly icon: IconName;
  /** Opens the page, or asks for the confirmation of the command. */
  readonly run: () => void;
}

const RANK = { page: 0, outlet: 1, group: 2, event: 3, setting: 4, command: 5 } as const;
const COMMAND_ICONS = { ON: 'power', OFF: 'power', REBOOT: 'refresh' } as const;
const COMMANDS = ['ON', 'OFF', 'REBOOT'] as const;
/** Settings of the device's own page, which is not made of the fields of the others. */
const DEVICE_SETTINGS = ['deviceName', 'globalRebootTime', 'powerUpDelay', 'derating'] as const;

/** Everything that the palette can find for this user. Commands use the same confirmation as the buttons. */
export function useEntries(pages: readonly PageRow[]): readonly Entry[] {
  const { rights } = useSession();
  const navigate = useNavigate();
  const rows = useOutletRows() ?? [];
  const { data: groups = [] } = useApi('/api/groups', { enabled: rights.can('viewOutletGroups') });
  const { data: events = [] } = useApi('/api/events', { enabled: rights.can('viewEventActions') });
  const { mayOrder } = useGroupRights();
  const outletCommands = useSwitching();
  const groupCommands = useGroupCommands();
  const opens = (path: string) => () => void navigate(path);
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

  const settingsOf = (path: string, page: PageRow['title']): Entry[] => {
    const named: readonly (readonly [key: string, label: string])[] =
      path === '/system'
        ? rights.can('viewGlobalDeviceSettings')
          ? DEVICE_SETTINGS.map((key) => [key, words.system[key]] as const)
          : []
        : (SETTING_PLACES[path] ?? []).map((key: keyof Words['conf']) => [key, words.conf[key].label] as const);
    return named.map(([key, label]) => ({
      ...{ id: `setting ${key}`, label, texts: [label, key], rank: RANK.setting, icon: 'settings' as const },
      hint: words.palette.settingOf(words.titles[page]),
      run: opens(path),
    }));
  };

  return [
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
      const texts = [label, name, row.outletName, address, assetTag].filter((text) => text !== undefined);
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
    ...events.map(({ id, name }): Entry => ({
      ...{ id: `event ${id}`, label: name, texts: [name], rank: RANK.event, icon: 'bell', hint: kinds.event },
      run: opens(`/events/${id}`),
    })),
    ...pages.flatMap(({ path, title }) => settingsOf(path, title)),
  ];
}
