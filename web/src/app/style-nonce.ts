const nonce = document.querySelector('meta[name="style-nonce"]')?.getAttribute('content') ?? '';

// The library that keeps the page from scrolling behind a dialog looks for it here.
Object.assign(globalThis, { __webpack_nonce__: nonce });

/** With it the few style elements that components write at run time count; the server makes one for each page. */
export const styleNonce = (): string => nonce;
