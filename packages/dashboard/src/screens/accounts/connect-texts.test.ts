import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { platformNames, type Platform } from '../../lib/platform-looks.js';
import { english } from '../../lib/told.js';
import { credentialAdvice, failureText, guideOf, offerLabel, refusalOf } from './connect-texts.js';

const platforms = Object.keys(platformNames) as Platform[];

const fields = [
  { label: 'Handle', kind: 'text', required: true },
  { label: 'Server', kind: 'address', required: false },
  { label: 'App password', kind: 'secret', required: true },
] as const;

it('the text about refused credentials says how many tries are left, with the names of the form', () => {
  expect(refusalOf('Invalid identifier or password', 4, fields)).toEqual({
    title: 'The platform rejected these credentials',
    advice: 'Check the handle and the app password. 4 tries are left.',
    fromPlatform: null,
  });
  expect(refusalOf(english('Taken down'), 1, fields)).toMatchObject({
    advice: expect.stringContaining('1 try is left.') as string,
    fromPlatform: { english: 'Taken down' },
  });
  expect(refusalOf('', 0, fields).advice).toContain('Start again');
});

it('the advice names the sandbox password only in the sandbox', () => {
  expect(credentialAdvice('BLUESKY', true)?.text).toContain('sandbox-app-password');
  expect(credentialAdvice('BLUESKY', false)?.text).toContain(
    'Settings > Privacy and security > App passwords',
  );
  expect(credentialAdvice('X', true)).toBeNull();
});

it('a tile says whether the platform can be connected', () => {
  const words = (configured: boolean, sandbox: boolean): string => offerLabel({ configured, sandbox }).label;
  expect(words(true, true)).toBe('Ready');
  expect(words(true, false)).toBe('Ready');
  expect(words(false, true)).toBe('Sandbox');
  expect(words(false, false)).toBe('Needs set-up');
});

it.each(platforms)('the guide of %s exists', (platform) => {
  const page = new URL(`../../../../..${guideOf(platform)}.md`, import.meta.url);
  expect(existsSync(page), page.pathname).toBe(true);
});

it('the text about a wrong account names the account to reconnect', () => {
  const session = { errorCode: 'WRONG_ACCOUNT', errorMessage: 'A different account.' } as const;
  expect(failureText(session, { platform: 'X', handle: 'acme' })).toContain('reconnect acme on X');
  expect(failureText(session, undefined)).toEqual({ english: 'A different account.' });
});
