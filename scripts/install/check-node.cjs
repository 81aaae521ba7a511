'use strict';
/** The preinstall script: ends with one sentence on a Node that is too old. npm 7 and later refuse it before that with
 * their own message: "engine-strict" of .npmrc makes EBADENGINE an error, and no script runs then. */
const { join } = require('path');
const { complaintAboutNode } = require('./supported-node.cjs');

const complaint = complaintAboutNode(join(__dirname, '../..'), process.versions.node);
if (complaint !== undefined) {
  console.error(complaint);
  process.exit(1);
}
