'use strict';
/**
 * Checks whether package.json supports this Node. It is the first code to run everywhere, so it is limited to syntax
 * that Node 12 can read: no optional chaining, no `node:` modules.
 */
const { readFileSync } = require('fs');
const { join } = require('path');

/** A sentence about a version of Node that the release or source tree in a folder does not support; else undefined. */
function complaintAboutNode(root, version) {
  const range = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node;
  const alternatives = range.split('||').map(alternative);
  const own = numbers(version);
  if (alternatives.some((wanted) => fits(own, wanted))) return undefined;
  const names = alternatives.map(nameOf);
  return `Rackfeed needs Node ${names.join(', or ')}; this is Node ${version}.`;
}

const nameOf = ({ isOpen, text }) => (isOpen ? `${text} or later` : `${text.split('.')[0]} (${text} or later)`);

/** `^20.19.0` or `>=24.0.0`: no other kind of range is used. */
function alternative(text) {
  const match = /^\s*(\^|>=)(\d+\.\d+\.\d+)\s*$/.exec(text);
  if (!match) throw new Error(`The range of Node versions "${text}" is not understood.`);
  return { isOpen: match[1] === '>=', text: match[2], numbers: numbers(match[2]) };
}

const numbers = (version) => version.split('-')[0].split('.').map(Number);

function fits(own, wanted) {
  if (!wanted.isOpen && own[0] !== wanted.numbers[0]) return false;
  const different = [0, 1, 2].find((index) => own[index] !== wanted.numbers[index]);
  return different === undefined || own[different] > wanted.numbers[different];
}

module.exports = { complaintAboutNode };
