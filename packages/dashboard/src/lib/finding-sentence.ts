import type { components } from '../../../client/src/api-types.js';
import { refusals, type ServerFinding } from '../messages/refusals.js';
import { humanizeName } from './humanize-name.js';
import { platformNames } from './platform-looks.js';
import { english, inOne, plainText, type Told } from './told.js';

type ErrorDetail = components['schemas']['ErrorDetail'];

/** Returns the text about a finding that is shown at its field. */
export const findingText = (finding: ServerFinding): Told =>
  refusals.finding('sentence', finding) ?? refusals.finding('field', finding) ?? english(finding.message);

/**
 * Turns a finding into a sentence. Paths are meant for callers of the API, so only the last name is shown, and only if
 * the message is not a full sentence.
 */
export function sentenceOf(finding: Pick<ErrorDetail, 'path' | 'message'> & Partial<ErrorDetail>): Told {
  const { path, message, platform, code = '' } = finding;
  const name = path
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .at(-1);
  const known = { ...finding, code };
  const whole = refusals.finding('sentence', known);
  const ofField = refusals.finding('field', known);
  const text = whole ?? ofField ?? english(message);
  const isNamed =
    whole === undefined && name !== undefined && name !== '' && !isSentence.test(plainText(text));
  const sentence = isNamed ? inOne(`${refusals.name(name) ?? humanizeName(name)}: `, text) : text;
  // The server's own message has the platform already.
  const isOwn = whole === undefined && ofField === undefined;
  return platform === undefined || isOwn ? sentence : inOne(`${platformNames[platform]}: `, sentence);
}

const isSentence = /^(The|A|An|This|Only|All|Each|Give) /;
