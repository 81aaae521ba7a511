/** True if a hub has sent the pages: it has PDUs instead of outlets of its own. The server says so in the page. */
export const isHub = document.querySelector('meta[name="role"]')?.getAttribute('content') === 'hub';
