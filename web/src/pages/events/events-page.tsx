import { en } from '../../language/en.js';
import { Page } from '../../parts/page.js';

export default function EventsPage() {
  return <Page title={en.titles.events}>{null}</Page>;
}
