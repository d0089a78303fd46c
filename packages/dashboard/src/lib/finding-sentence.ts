import type { ErrorDetail } from '../api/errors.js';
import { humanizeName } from './humanize-name.js';

/**
 * Turns a finding into a sentence. Paths are meant for callers of the API, so only the last name is shown, and only if
 * the message is not a full sentence.
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
