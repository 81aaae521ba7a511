import { useMantineColorScheme } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { addressOf, api, type Answer } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import type { IconName } from '../../components/icons.js';
import { useDiscard } from '../../components/leave-guard.js';
import { loadAsked } from '../../components/load-asked.js';
import { download, saveDocument } from '../../components/save-file.js';
import { notifyFailure } from '../../components/toasts.js';
import { chooseLocale, LOCALE_NAMES, OTHER_LOCALES } from '../../language/locale.js';
import { words } from '../../language/words.js';
import { useEndOthers } from '../../pages/account/use-end-others.js';
import { mayUse, type Action } from '../../pages/actions/action-texts.js';
import { useEventToggle } from '../../pages/events/use-event-commands.js';
import { settingAddress } from '../../pages/network/setting-places.js';
import { useAcknowledging } from '../../pages/overview/use-acknowledging.js';
import { useMaintenance } from '../../pages/system/use-maintenance.js';
import { useWebhookTest } from '../../pages/webhooks/use-webhook-commands.js';
import { useAlarms } from '../../session/alarms.js';
import { useSession } from '../../session/session.js';
import { loadWallLink } from '../load-wall-link.js';
import type { PageRow } from '../pages.js';
import { SCHEME_ICONS, SCHEMES } from '../theme-choice.js';
import { useOpen } from './use-open.js';

export interface PageCommand {
  readonly id: string;
  /** The forms in which it is typed; the first is shown. */
  readonly texts: readonly string[];
  readonly icon: IconName;
  readonly run: () => void;
}

interface Known {
  /** The pages that this user may open. */
  readonly pages: readonly PageRow[];
  readonly events: Answer<'get', '/api/events'>;
  readonly groups: Answer<'get', '/api/groups'>;
}

const loadTest = () => import('../../pages/actions/test-run-dialog.js');

/**
 * The commands that pages and the account menu have besides switching, as far as the role may use them: each asks as its
 * button does. `dialog` is what such a command has opened.
 */
export function usePageCommands({ pages, events, groups }: Known): {
  readonly commands: readonly PageCommand[];
  readonly dialog: ReactNode;
} {
  const { rights } = useSession();
  const [dialog, setDialog] = useState<ReactNode>();
  const { alarms } = useAlarms();
  const { set: acknowledge } = useAcknowledging();
  const { toggle } = useEventToggle();
  const readsActions = rights.can('viewEventActions') && rights.can('modifyEventActions');
  const { data: actions = [] } = useApi('/api/actions', { enabled: readsActions });
  const { data: codes } = useApi('/api/action-codes', { enabled: readsActions });
  const { data: webhooks = [] } = useApi('/api/webhooks', { enabled: readsActions });
  const testWebhook = useWebhookTest();
  const texts = words.palette;
  const close = (): void => setDialog(undefined);

  const openTest = async (action: Action, switches: boolean): Promise<void> => {
    const loaded = await loadAsked(loadTest);
    if (loaded) setDialog(<loaded.TestRunDialog action={action} switches={switches} onClose={close} />);
  };
  const openWallLink = async (): Promise<void> => {
    const loaded = await loadAsked(loadWallLink);
    if (loaded) setDialog(<loaded.default onClose={close} />);
  };
  const switchesOf = (action: Action): boolean => codes?.find(({ code }) => code === action.code)?.switches === true;

  const commands: readonly PageCommand[] = [
    ...useControllerCommands(),
    ...useFormCommands(pages),
    ...useBrowserCommands(),
    ...(rights.can('modifyEventActions') ? alarms : [])
      .filter(({ acknowledgement, isSilentHardware }) => acknowledgement === undefined && !isSilentHardware)
      .map(({ id, text }): PageCommand => ({
        ...{ id: `acknowledge ${id}`, icon: 'check', texts: texts.acknowledge(text) },
        run: () => void acknowledge(id, true),
      })),
    ...(codes ? actions.filter((action) => mayUse(action, { codes, groups }, rights)) : []).map(
      (action): PageCommand => ({
        ...{ id: `test ${action.id}`, icon: 'send', texts: texts.test(action.name) },
        run: () => void openTest(action, switchesOf(action)),
      }),
    ),
    ...webhooks.map((webhook): PageCommand => ({
      ...{ id: `webhook ${webhook.id}`, icon: 'send', texts: texts.testWebhook(webhook.name) },
      run: () => testWebhook(webhook),
    })),
    ...(rights.can('modifyEventActions') ? events : []).map((event): PageCommand => ({
      ...{ id: `toggle ${event.id}`, icon: 'bell' },
      texts: (event.enabled ? texts.disableEvent : texts.enableEvent)(event.name),
      run: () => void toggle(event),
    })),
    { id: 'wall', texts: [words.titles.wall], icon: 'display', run: () => void openWallLink() },
  ];
  return { commands, dialog };
}

/** Restart, reset and the files of the controller. */
function useControllerCommands(): PageCommand[] {
  const { rights, deviceName } = useSession();
  const { restart, reset } = useMaintenance();
  const texts = words.palette.otherWords;
  const commandOf = (id: keyof typeof texts, label: string, icon: IconName, run: () => unknown): PageCommand => ({
    ...{ id, icon, texts: [label, texts[id]] },
    run: () => void run(),
  });
  const saveConfiguration = (): Promise<void> =>
    api.get('/api/config/export').then((saved) => saveDocument(deviceName, saved), notifyFailure);
  const saveDiagnostics = (): void => download(addressOf('/api/system/diagnostics'));
  return [
    rights.can('allowPduRestart') && commandOf('restart', words.system.reboot, 'refresh', restart),
    rights.can('allowFactoryReset') && commandOf('reset', words.system.factoryReset, 'trash', reset),
    rights.isAdministrator && commandOf('export', words.palette.saveConfiguration, 'download', saveConfiguration),
    rights.isAdministrator && commandOf('diagnostics', words.palette.saveDiagnostics, 'download', saveDiagnostics),
  ].filter((command) => command !== false);
}

/** The tests of saved settings and the full backup, whose pages open at the field or the button with which they begin. */
function useFormCommands(pages: readonly PageRow[]): PageCommand[] {
  const { rights } = useSession();
  const openPage = useOpen();
  const { tests, fullBackup } = words.palette;
  const beginOn = (page: string, name: string) => () => void openPage(settingAddress(page, name));
  const mayOpen = (path: string): boolean => pages.some((page) => page.path === path);
  const testOf = (name: keyof typeof tests, mayTest: boolean): PageCommand | false =>
    mayTest &&
    mayOpen(`/network/${name}`) && {
      ...{ id: `test ${name}`, icon: 'send', texts: tests[name]() },
      run: beginOn(`/network/${name}`, 'test'),
    };
  const sendsActions = rights.can('modifyEventActions');
  const changesNetwork = rights.can('modifyNetworkSettings');
  const backup: PageCommand = {
    ...{ id: 'fullBackup', icon: 'download', texts: fullBackup() },
    run: beginOn('/system/configuration', 'passphrase'),
  };
  return [
    testOf('mail', sendsActions),
    testOf('snmp', sendsActions),
    testOf('syslog', changesNetwork),
    testOf('mqtt', changesNetwork),
    testOf('redfish', changesNetwork),
    mayOpen('/system/configuration') && backup,
  ].filter((command) => command !== false);
}

/** The commands of the account and its menu: theme and language of this browser, the API documentation, other sessions, the sign-out. */
function useBrowserCommands(): PageCommand[] {
  const { signOut } = useSession();
  const discard = useDiscard();
  const { end: endOthers } = useEndOthers();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const texts = words.palette;
  return [
    ...SCHEMES.filter((scheme) => scheme !== colorScheme).map((scheme): PageCommand => ({
      ...{ id: `theme ${scheme}`, icon: SCHEME_ICONS[scheme], texts: texts.themes[scheme]() },
      run: () => setColorScheme(scheme),
    })),
    ...OTHER_LOCALES.map((each): PageCommand => ({
      ...{ id: `language ${each}`, icon: 'web', texts: texts.language(LOCALE_NAMES[each]) },
      run: () => chooseLocale(each),
    })),
    {
      ...{ id: 'apiDocs', icon: 'file', texts: [words.shell.apiDocs] },
      run: () => location.assign(addressOf('/api/docs')),
    },
    {
      ...{ id: 'endOthers', icon: 'power', texts: [words.account.endOthers, texts.otherWords.endOthers] },
      run: () => void endOthers(),
    },
    {
      ...{ id: 'signOut', icon: 'power', texts: [words.shell.signOut, texts.otherWords.signOut] },
      run: () => void discard().then((isSure) => (isSure ? signOut() : undefined)),
    },
  ];
}
