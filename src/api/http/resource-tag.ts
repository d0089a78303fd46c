import { createHash } from 'node:crypto';

/**
 * How to compute the ETag of a resource: from the part of its responses that changes exactly when the
 * resource changes.
 */
export interface TaggedResource {
  /** Makes the response that shows the resource from the result of a service. */
  toBody: (view: never) => object;
  /** Removes the additions of a response, such as other resources, signed URLs and the results of an action. */
  own: (body: Readonly<Record<string, unknown>>) => object;
}

type Entries = Readonly<Record<string, unknown>>;

/** Returns an object without some of its fields. Returns the object itself if it has none of them. */
export function without(body: Entries, names: readonly string[]): Entries {
  if (!names.some((name) => name in body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** Applies `without` to each object of a list. */
export function eachWithout(list: unknown, names: readonly string[]): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((item: unknown) =>
    typeof item === 'object' && item !== null ? without(item as Entries, names) : item,
  );
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 27);

/** A strong ETag for exactly these bytes. */
export const tagOfBytes = (text: string): string => `"${digest(text)}"`;

/** The ETag of a service's result, which equals the ETag of a plain GET. */
export function tagOfView({ toBody, own }: TaggedResource, view: object): string {
  return tagOfBytes(JSON.stringify(own(toBody(view as never) as Entries)));
}

/**
 * The ETag of a response that shows a resource. The part before the dot identifies the version of the resource; the
 * part after it, if the response has additions, identifies the whole response.
 */
export function tagOfAnswer({ own }: TaggedResource, text: string): string {
  const ownText = JSON.stringify(own(JSON.parse(text) as Entries));
  return ownText === text ? tagOfBytes(text) : `"${digest(ownText)}.${digest(text)}"`;
}

/** The part that identifies the version of the resource. */
export const versionTag = (tag: string): string => tag.replace(/\.[\w-]+"$/, '"');

const listPattern = /^[\t ,]*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\uffff]*"[\t ]*(?:,[\t ,]*|$))+$/;
const tagPattern = /(?:W\/)?"[^"]*"/g;

/** The condition of an If-Match header (RFC 9110, 13.1.1). Undefined if the header is malformed. */
export function readIfMatch(header: string): '*' | string[] | undefined {
  const value = header.trim();
  if (value === '*') return value;
  return listPattern.test(value) ? (value.match(tagPattern) ?? []) : undefined;
}

/** Whether an If-Match condition holds. The comparison is strong, as If-Match requires: a weak tag equals nothing. */
export function isExpected(wanted: '*' | readonly string[], current: string): boolean {
  return wanted === '*' || wanted.some((tag) => versionTag(tag) === current);
}
