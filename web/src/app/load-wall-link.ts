import { loadWords } from '../language/words.js';

/** Loads the dialog that makes a link to the wall, with its words. */
export const loadWallLink = async () => {
  await loadWords('wall');
  return import('../pages/wall/wall-link-dialog.js');
};
