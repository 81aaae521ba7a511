import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useApi } from '../../api/queries.js';
import { ErrorNote } from '../../components/error-note.js';
import { Icon } from '../../components/icons.js';
import { Loading } from '../../components/loading.js';
import { Page, Panel } from '../../components/page.js';
import { search } from '../../components/search.js';
import { words } from '../../language/words.js';
import { settingIndex, type FoundSetting } from './setting-index.js';

/** Results that are shown; whoever has more on a phone types on. */
const MOST = 15;

/**
 * One field that finds a setting by its label, its key or its explanation, and leads to its field. Before anything is
 * typed it lists the pages with their settings.
 */
export default function SettingsPage() {
  const { data: conf, error } = useApi('/api/conf');
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const all = settingIndex(() => true).filter(({ key }) => conf && key in conf);
  const isSearch = query.trim() !== '';
  const found = isSearch ? search(all, query, [], all.length) : all;
  const more = found.length - MOST;
  const texts = words.settingSearch;
  return (
    <Page title={words.titles.settings}>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = found;
          if (first) void navigate(first.address);
        }}
      >
        <TextInput
          label={texts.field}
          description={texts.help}
          leftSection={<Icon name="search" />}
          value={query}
          onChange={({ currentTarget: { value } }) => setQuery(value)}
          autoComplete="off"
          spellCheck={false}
          maw={480}
        />
      </form>
      {conf ? (
        <Panel title={texts.count(found.length)}>
          <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
            {isSearch
              ? found.slice(0, MOST).map((setting) => <Setting key={setting.id} setting={setting} />)
              : [...new Set(all.map(({ page }) => page))].map((page) => (
                  <SettingsOfPage key={page} page={page} settings={all.filter((each) => each.page === page)} />
                ))}
          </Stack>
          {isSearch && more > 0 && (
            <Text size="sm" c="dimmed" mt="sm">
              {texts.more(more)}
            </Text>
          )}
        </Panel>
      ) : error ? (
        <ErrorNote error={error} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function SettingsOfPage({ page, settings }: { readonly page: string; readonly settings: readonly FoundSetting[] }) {
  return (
    <li>
      <Anchor component={Link} to={page} className="touch-link">
        {settings[0]?.pageTitle}
      </Anchor>
      <Text size="sm" c="dimmed">
        {words.common.names(settings.map(({ label }) => label))}
      </Text>
    </li>
  );
}

function Setting({ setting: { key, label, help, pageTitle, address } }: { readonly setting: FoundSetting }) {
  return (
    <li>
      <Anchor component={Link} to={address}>
        {label}
      </Anchor>{' '}
      <Text span size="sm" c="dimmed">
        {pageTitle} · <code>{key}</code>
      </Text>
      {help !== '' && <Text size="sm">{help}</Text>}
    </li>
  );
}
