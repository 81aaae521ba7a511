import { hash } from 'node:crypto';
import type { Json } from './provider.js';

/** Times that change with every request: they are not part of what a tag names. */
const VOLATILE = /"(ReadingTime|DateTime|PeakReadingTime)":"[^"]*",?/g;

/** A resource as it is sent, with its tag. */
export interface Tagged {
  readonly etag: string;
  readonly text: string;
}

/**
 * The text of a resource with its strong ETag: `"<settings>.<whole>"`. The first part covers what clients can write, so
 * that a writer is refused when another has written, and not because a reading has changed.
 * @param settings the writable members of the resource
 */
export function tagged(resource: Json, settings: Json): Tagged {
  const text = JSON.stringify(resource);
  const etag = etagOf(text, settings);
  return { etag, text: `{"@odata.etag":${JSON.stringify(etag)},${text.slice(1)}` };
}

/** A resource that has its tag already: the one member that `only` answers. Undefined for any other. */
export function withItsTag(resource: Json): Tagged | undefined {
  const { '@odata.etag': etag } = resource;
  return typeof etag === 'string' ? { etag, text: JSON.stringify(resource) } : undefined;
}

function etagOf(text: string, settings: Json): string {
  const lasting = text.includes('Time":') ? text.replace(VOLATILE, '') : text;
  return `"${shortHash(JSON.stringify(settings))}.${hash('sha256', lasting, 'base64url')}"`;
}

const shortHash = (text: string): string => (text === '{}' ? '0' : hash('sha256', text, 'base64url').slice(0, 22));

const listOf = (header: string): string[] => header.split(',').map((tag) => tag.trim());

/** True if `If-None-Match` names the tag. */
export const isUnchanged = (header: string | undefined, etag: string): boolean =>
  header !== undefined && listOf(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);

/** False if `If-Match` names other settings than those of the tag. */
export function mayChange(header: string | undefined, etag: string): boolean {
  if (header === undefined) return true;
  const settings = settingsOf(etag);
  return listOf(header).some((tag) => tag === '*' || (settings !== undefined && settingsOf(tag) === settings));
}

/** The first part of a tag; undefined for a text that is no tag of this service. */
const settingsOf = (tag: string): string | undefined => /^"([\w-]{1,22})\.[\w-]{43}"$/.exec(tag)?.[1];
