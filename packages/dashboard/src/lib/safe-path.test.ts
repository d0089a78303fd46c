import { expect, it } from 'vitest';
import { safePath } from './safe-path.js';

const origin = 'https://punctual.example.com';

it('a sign-in returns to a path of the dashboard', () => {
  expect(safePath('/w/ws_1/keys?sort=name', origin)).toBe('/w/ws_1/keys?sort=name');
});

it.each([
  undefined,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/.\\\\evil.example',
  '/w/../..//evil.example',
  'javascript:alert(1)',
  '/sign-in?next=/',
])('a sign-in returns to the start page instead of %s', (given) => {
  expect(safePath(given, origin)).toBe('/');
});
