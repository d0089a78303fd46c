import { createHash } from 'node:crypto';

/**
 * How to compute the ETag of a resource: from the part of its responses that changes exactly when the
 * resource changes.
 */
export interface TaggedResource {
  /** The answer that shows the resource, made of what a verb gives. */
  toBody: (view: never) => object;
  /** An answer without what it only brings along: other resources, URLs that are signed anew, what was done. */
  own: (body: Readonly<Record<string, unknown>>) => object;
}

type Entries = Readonly<Record<string, unknown>>;

/** The same object without some of its fields. Gives the object itself where it has none of them. */
export function without(body: Entries, names: readonly string[]): Entries {
  if (!names.some((name) => name in body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** The same, for each object of a list. */
export function eachWithout(list: unknown, names: readonly string[]): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((item: unknown) =>
    typeof item === 'object' && item !== null ? without(item as Entries, names) : item,
  );
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 27);

/** A strong ETag for exactly these bytes. */
export const tagOfBytes = (text: string): string => `"${digest(text)}"`;

/** The ETag of a resource as a verb sees it: what a plain GET of it would have. */
export function tagOfView({ toBody, own }: TaggedResource, view: object): string {
  return tagOfBytes(JSON.stringify(own(toBody(view as never) as Entries)));
}

/**
 * The ETag of an answer that shows a resource. What the answer brings along beside it is a second part, behind a dot:
 * the whole tells answers apart, the first part tells versions of the resource apart.
 */
export function tagOfAnswer({ own }: TaggedResource, text: string): string {
  const ownText = JSON.stringify(own(JSON.parse(text) as Entries));
  return ownText === text ? tagOfBytes(text) : `"${digest(ownText)}.${digest(text)}"`;
}

/** The part that tells versions of the resource apart. */
export const versionTag = (tag: string): string => tag.replace(/\.[\w-]+"$/, '"');

const listPattern = /^[\t ,]*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\uffff]*"[\t ]*(?:,[\t ,]*|$))+$/;
const tagPattern = /(?:W\/)?"[^"]*"/g;

/** What an If-Match header asks for (RFC 9110, 13.1.1); undefined: it is not written as one. */
export function readIfMatch(header: string): '*' | string[] | undefined {
  const value = header.trim();
  if (value === '*') return value;
  return listPattern.test(value) ? (value.match(tagPattern) ?? []) : undefined;
}

/** Strong comparison, as If-Match asks for: a weak tag is like nothing. */
export function isExpected(wanted: '*' | readonly string[], current: string): boolean {
  return wanted === '*' || wanted.some((tag) => versionTag(tag) === current);
}
