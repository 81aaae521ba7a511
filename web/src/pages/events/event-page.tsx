import { en } from '../../language/en.js';
import { Page } from '../../parts/page.js';

export default function EventPage() {
  return <Page title={en.titles.event}>{null}</Page>;
}
