import { Text } from '@mantine/core';
import { en } from '../../language/en.js';
import { Page } from '../../components/page.js';
import { ConfigurationExport } from './configuration-export.js';
import { ConfigurationLoad } from './configuration-load.js';

/** The configuration as a document: export, preview of changes, import. */
export default function ConfigurationPage() {
  return (
    <Page title={en.titles.configuration}>
      <Text c="dimmed">{en.configuration.intro}</Text>
      <ConfigurationExport />
      <ConfigurationLoad />
    </Page>
  );
}
