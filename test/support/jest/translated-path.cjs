const { createHash } = require('node:crypto');
const { join } = require('node:path');

/** The path at which the JavaScript of a TypeScript file is stored (`js`), or its source map (`map`). */
exports.translatedPath = (folder, url, kind) => join(folder, `${createHash('sha1').update(url).digest('hex')}.${kind}`);
