import { Text } from '@mantine/core';
import { words } from '../../language/words.js';
import { Page } from '../../components/page.js';
import { ConfigurationExport } from './configuration-export.js';
import { ConfigurationLoad } from './configuration-load.js';

/** The configuration as a document: export, preview of changes, import. */
export default function ConfigurationPage() {
  return (
    <Page title={words.titles.configuration}>
      <Text c="dimmed">{words.configuration.intro}</Text>
      <ConfigurationExport />
      <ConfigurationLoad />
    </Page>
  );
}
