import { expect, it } from 'vitest';
import { initialsOf } from './initials.js';

it.each([
  ['Acme Coffee', 'AC'],
  ['Acme Coffee of Berlin', 'AB'],
  ['@acme.example', 'A'],
  ['élan – vital', 'ÉV'],
  ['日本 太郎', '日太'],
  ['🦊', '?'],
  ['', '?'],
])('the initials of %j are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
