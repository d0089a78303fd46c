import type { ErrorDetail } from '../api/errors.js';
import { humanizeName } from './humanize-name.js';

/**
 * A finding as a sentence. The path is meant for callers of the API, so only its last name is kept, and only if the
 * message needs it.
 */
export function sentenceOf({ path, message }: Pick<ErrorDetail, 'path' | 'message'>): string {
  const name = path
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .at(-1);
  return name === undefined || name === '' || isSentence.test(message)
    ? message
    : `${humanizeName(name)}: ${message}`;
}

const isSentence = /^(The|A|An|This|Only|All|Each|Give) /;
