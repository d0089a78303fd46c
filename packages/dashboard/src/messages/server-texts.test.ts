import { expect, it } from 'vitest';
import { serverTold, translationIn } from './server-texts.js';

const known = new Map([['The platform refused the request.', 'Die Plattform hat die Anfrage abgelehnt.']]);

it.each([
  ['The platform refused the request.', 'Die Plattform hat die Anfrage abgelehnt.'],
  [
    'The platform refused the request. (no (such) page)',
    ['Die Plattform hat die Anfrage abgelehnt.', { english: ' (no (such) page)' }],
  ],
  ['Another text. (no page)', undefined],
])('the translation of "%s" keeps the words of a platform', (text, translation) => {
  expect(translationIn(known, text)).toEqual(translation);
});

it('a text without a translation is in English', () => {
  expect(serverTold('Words of a platform.')).toEqual({ english: 'Words of a platform.' });
});
