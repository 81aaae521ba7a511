const meta = document.querySelector('meta[name="base-path"]')?.getAttribute('content') ?? '';

/**
 * The path below which this page was opened, such as `/pdu`; empty at the root. The server names the one that a reverse
 * proxy serves; whoever asks the controller itself may be outside of it.
 */
export const basePath = `${location.pathname}/`.startsWith(`${meta}/`) ? meta : '';
