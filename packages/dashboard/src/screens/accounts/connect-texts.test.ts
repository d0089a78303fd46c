import { expect, it } from 'vitest';
import { credentialAdvice, failureText, serversOf, refusalOf } from './connect-texts.js';

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
  expect(refusalOf('Taken down', 1, fields)).toMatchObject({
    advice: expect.stringContaining('1 try is left.') as string,
    fromPlatform: 'Message from the platform: Taken down',
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

it('the list of servers says which one is the default', () => {
  const words = (configured: boolean, credentialFields: [] | null): string =>
    serversOf({ connect: { configured, redirectUri: null, scopes: [], credentialFields } })[0]?.label ?? '';
  expect(words(true, null)).toBe('The default of this server: the real platform');
  expect(words(false, null)).toContain(': the sandbox, because');
  expect(words(true, [])).toContain('if this server has one');
});

it('the text about a wrong account names the account to reconnect', () => {
  const session = { errorCode: 'WRONG_ACCOUNT', errorMessage: 'A different account.' } as const;
  expect(failureText(session, { platform: 'X', handle: 'acme' })).toContain('reconnect acme on X');
  expect(failureText(session, undefined)).toBe('A different account.');
});
