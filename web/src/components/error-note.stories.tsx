import { LONG } from '../../stories/fixtures.js';
import type { Stories, Story } from '../../stories/story.js';
import { ApiFailure } from '../api/client.js';
import { ErrorNote } from './error-note.js';

const note = (error: Error): Story => ({ show: () => <ErrorNote error={error} /> });

export default {
  refused: note(new ApiFailure(403, 'FORBIDDEN', 'Your role may not do this.')),
  unreachable: note(new ApiFailure(0, 'UNREACHABLE', 'The controller does not answer.')),
  details: note(
    new ApiFailure(400, 'INVALID', 'Two members are wrong.', [
      { field: 'groupName', message: 'groupName must be shorter than or equal to 100 characters.' },
      { field: 'outlets', message: `Outlet "${LONG}" is twice in the list.` },
    ]),
  ),
  unexpected: note(new Error('boom')),
} satisfies Stories;
