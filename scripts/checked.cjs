'use strict';
/**
 * node scripts/checked.cjs <script> [arguments]: runs a script of this folder, or says in one sentence that this Node is
 * too old for it. Node 12 can read this file.
 */
const { join } = require('path');
const { complaintAboutNode } = require('./install/supported-node.cjs');

const complaint = complaintAboutNode(join(__dirname, '..'), process.versions.node);
if (complaint !== undefined) {
  console.error(complaint);
  process.exit(2);
}
process.argv.splice(1, 2, join(__dirname, process.argv[2]));
import(process.argv[1]).catch((error) => {
  console.error(error);
  process.exit(1);
});
