import {
  Anchor,
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  NumberInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Schema } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { CopyField } from '../../components/copy-field.js';
import { ErrorNote } from '../../components/error-note.js';
import { ShownOnce } from '../../components/shown-once.js';
import { useFocusBack } from '../../components/use-focus-back.js';
import { useOnChange } from '../../components/use-on-change.js';
import { words } from '../../language/words.js';
import { live } from '../../live/live.js';
import { useSession } from '../../session/session.js';
import { makeWallToken, type WallAccount } from './make-wall-link.js';
import { DIM, NIGHT, ROTATIONS, wallQuery, type WallOptions } from './wall-options.js';
import { freeName, WALL_ROLE, wallPermissions } from './wall-role.js';
import { WALL_PATH } from './wall-token.js';

const THEMES = ['auto', 'light', 'dark'] as const;
const NEW = '';

interface Screen {
  readonly account: WallAccount;
  readonly roles: readonly Schema['RoleView'][];
}

/**
 * Makes the link of a screen on a wall: how it is shown, and for those who manage users the account that it reads by. The link
 * takes the place of the form, which closes neither while it is made nor before it is copied: it could not be shown again.
 */
export default function WallLinkDialog({ onClose }: { readonly onClose: () => void }) {
  const { rights } = useSession();
  const [options, setOptions] = useState<WallOptions>({ theme: undefined, rotate: 0, night: NIGHT, dim: DIM });
  const address = location.origin + WALL_PATH + wallQuery(options);
  const texts = words.wallLink;
  const make = useChange(
    ({ account, roles }: Screen) => {
      const outlets = live.all('outlets').map(({ id }) => id);
      return makeWallToken(account, roles, wallPermissions(rights, outlets));
    },
    ['/api/users', '/api/roles'],
  );
  useFocusBack();
  useOnChange(useLocation().pathname, onClose); // whoever leaves the page was asked about the link
  if (make.data !== undefined) {
    return (
      <ShownOnce title={words.titles.wall} onClose={onClose}>
        <Text size="sm">{texts.shown}</Text>
        <CopyField label={texts.link} value={`${address}#token=${make.data}`} />
      </ShownOnce>
    );
  }
  return (
    <Modal
      opened
      onClose={() => make.isPending || onClose()}
      title={words.titles.wall}
      size="lg"
      closeButtonProps={{ 'aria-label': words.common.close }}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="sm">
        <Text size="sm">{texts.text}</Text>
        <OptionFields options={options} onChange={setOptions} />
        {rights.can('modifyUsers') && rights.can('viewUsersList') && <Access make={make} />}
        <Anchor href={address} target="_blank" rel="noreferrer" size="sm">
          {texts.openHere}
        </Anchor>
      </Stack>
    </Modal>
  );
}

interface OptionFieldsProps {
  readonly options: WallOptions;
  readonly onChange: (options: WallOptions) => void;
}

function OptionFields({ options, onChange }: OptionFieldsProps) {
  const { times } = useSession();
  const { theme, rotate, night } = options;
  const set = (change: Partial<WallOptions>): void => onChange({ ...options, ...change });
  const hour = (edge: 'from' | 'to') => ({
    label: words.wallLink[edge],
    min: 0,
    max: 23,
    allowDecimal: false,
    value: night?.[edge] ?? NIGHT[edge],
    onChange: (value: number | string) =>
      typeof value === 'number' && set({ night: { ...(night ?? NIGHT), [edge]: value } }),
  });
  return (
    <>
      <Group gap="sm" grow>
        <NativeSelect
          label={words.wallLink.theme}
          value={theme ?? 'auto'}
          data={THEMES.map((value) => ({ value, label: words.shell.themes[value] }))}
          onChange={({ currentTarget }) =>
            set({ theme: THEMES.slice(1).find((each) => each === currentTarget.value) as WallOptions['theme'] })
          }
        />
        <NativeSelect
          label={words.wallLink.rotate}
          value={String(rotate)}
          data={ROTATIONS.map((each) => ({ value: String(each), label: words.wallLink.degrees(each) }))}
          onChange={({ currentTarget }) =>
            set({ rotate: ROTATIONS.find((each) => String(each) === currentTarget.value) ?? 0 })
          }
        />
      </Group>
      <Checkbox
        label={words.wallLink.dims}
        checked={night !== undefined}
        onChange={({ currentTarget }) => set({ night: currentTarget.checked ? NIGHT : undefined })}
      />
      {night && (
        <div>
          <Group gap="sm" grow>
            <NumberInput {...hour('from')} />
            <NumberInput {...hour('to')} />
          </Group>
          <Text size="xs" c="dimmed" mt={4}>
            {words.wallLink.zone(times.zone)}
          </Text>
        </div>
      )}
    </>
  );
}

interface AccessProps {
  readonly make: Pick<ReturnType<typeof useChange<Screen, string>>, 'mutate' | 'isPending' | 'error'>;
}

/** The user of the screen. */
function Access({ make }: AccessProps) {
  const { data: roles } = useApi('/api/roles');
  const { data: users } = useApi('/api/users');
  const [userId, setUserId] = useState(NEW);
  const [name, setName] = useState<string>();
  const texts = words.wallLink;
  const role = roles?.find(({ name: each }) => each.toLowerCase() === WALL_ROLE.toLowerCase());
  const screens = (users ?? []).filter(({ roleId }) => roleId === role?.id);
  const username = name ?? freeName((users ?? []).map((user) => user.username));
  const isNew = userId === NEW;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate({ account: { userId: isNew ? undefined : userId, username }, roles: roles ?? [] });
      }}
    >
      <Stack gap="sm">
        {screens.length > 0 && (
          <NativeSelect
            label={texts.screen}
            value={userId}
            data={[
              { value: NEW, label: texts.newScreen },
              ...screens.map((user) => ({ value: user.id, label: user.username })),
            ]}
            {...(!isNew && { description: texts.replaces })}
            onChange={({ currentTarget }) => setUserId(currentTarget.value)}
          />
        )}
        {isNew && (
          <TextInput
            label={texts.account}
            description={texts.accountHelp}
            value={username}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
        <ErrorNote error={make.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={make.isPending} disabled={!roles || !users || username === ''}>
            {texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
