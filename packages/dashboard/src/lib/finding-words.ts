import type { ErrorDetail } from '../api/errors.js';
import { wordsOfName } from './words-of-name.js';

/** A finding without the path that only callers of the API know: a whole sentence, or what is meant and what it must be. */
export function sentenceOf({ path, message }: Pick<ErrorDetail, 'path' | 'message'>): string {
  const name = path
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .at(-1);
  return name === undefined || name === '' || isSentence.test(message)
    ? message
    : `${wordsOfName(name)}: ${message}`;
}

const isSentence = /^(The|A|An|This|Only|All|Each|Give) /;
