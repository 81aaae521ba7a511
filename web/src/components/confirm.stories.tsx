import { HEBREW, LONG } from '../../stories/fixtures.js';
import type { Stories, Story } from '../../stories/story.js';
import ConfirmDialog from './confirm-dialog.js';
import type { Question } from './confirm.js';

const asking = (question: Question): Story => ({
  show: () => <ConfirmDialog question={question} opened end={() => undefined} />,
});
const off: Question = { title: 'Turn off 3 outlets?', body: <bdi>{HEBREW}</bdi>, confirm: 'Turn off', moves: true };

export default {
  held: asking({ ...off, danger: true, held: true }),
  typed: asking({
    ...{ title: `Delete ${LONG}?`, body: 'Its history is lost.', confirm: 'Delete', danger: true, typed: 'delete' },
  }),
  lost: { ...asking({ ...off, danger: true }), stream: 'lost' },
} satisfies Stories;
