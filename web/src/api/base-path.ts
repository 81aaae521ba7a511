const meta = document.querySelector('meta[name="base-path"]')?.getAttribute('content') ?? '';

/**
 * The path below which this page was opened, such as `/pdu`; empty at the root. The server writes the path of a reverse
 * proxy into the page; a browser that connects to the controller directly may be outside of it.
 */
export const basePath = `${location.pathname}/`.startsWith(`${meta}/`) ? meta : '';
