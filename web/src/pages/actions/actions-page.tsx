import { en } from '../../language/en.js';
import { Page } from '../../parts/page.js';

export default function ActionsPage() {
  return <Page title={en.titles.actions}>{null}</Page>;
}
