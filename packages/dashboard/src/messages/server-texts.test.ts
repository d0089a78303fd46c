import { expect, it } from 'vitest';
import { serverTextLang, translationIn } from './server-texts.js';

const known = new Map([['The platform refused the request.', 'Die Plattform hat die Anfrage abgelehnt.']]);

it.each([
  ['The platform refused the request.', 'Die Plattform hat die Anfrage abgelehnt.'],
  [
    'The platform refused the request. (no (such) page)',
    'Die Plattform hat die Anfrage abgelehnt. (no (such) page)',
  ],
  ['Another text. (no page)', undefined],
])('the translation of "%s" keeps the words of a platform', (text, translation) => {
  expect(translationIn(known, text)).toBe(translation);
});

it('a text without a translation is in English', () => {
  expect(serverTextLang('Words of a platform.')).toBe('en');
});
