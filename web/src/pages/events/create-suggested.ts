import { api, type Schema } from '../../api/client.js';

const LONGEST_NAME = 100;

/** Creates suggested events with the names that the user has seen, which are in their language. */
export const createSuggested = (
  suggestions: readonly Schema['SuggestedEventView'][],
  chosen: readonly string[],
): Promise<Schema['EventView'][]> => {
  const wanted = suggestions.filter(({ id }) => chosen.includes(id));
  return api.post('/api/events/suggestions', {
    body: { ids: wanted.map(({ id }) => id), names: wanted.map(({ name }) => name.slice(0, LONGEST_NAME)) },
  });
};
