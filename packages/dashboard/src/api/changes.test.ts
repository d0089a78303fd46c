import { expect, it } from 'vitest';
import { concerns, isReadAgain, isStreamed } from './changes.js';
import { keys } from './keys.js';

const post = { type: 'POST', id: 'post_1', workspaceId: 'ws_1' };
const settings = { type: 'WORKSPACE', id: 'ws_1', workspaceId: 'ws_1' };

it('a change of a post concerns its own page and all lists of its workspace', () => {
  for (const more of [
    ['one', 'post_1'],
    ['timeline', 'post_1'],
    ['calendar', 'a', 'b'],
    ['count', 'drafts'],
  ]) {
    expect(concerns(post, keys.of('ws_1', 'posts', ...more)), more.join(' ')).toBe(true);
  }
});

it('a change of a post concerns no other post, workspace or resource', () => {
  expect(concerns(post, keys.of('ws_1', 'posts', 'one', 'post_2'))).toBe(false);
  expect(concerns(post, keys.of('ws_1', 'posts', 'timeline', 'post_2'))).toBe(false);
  expect(concerns(post, keys.of('ws_2', 'posts', 'calendar'))).toBe(false);
  expect(concerns(post, keys.of('ws_1', 'comments', 'list'))).toBe(false);
  expect(concerns(post, keys.workspaces)).toBe(false);
});

it('a post that is being edited is not read again', () => {
  const key = keys.of('ws_1', 'posts', 'post_1', 'to-edit');
  expect([concerns(post, key), isStreamed(key), isReadAgain(key)]).toEqual([false, false, false]);
});

it('a change of a workspace concerns its settings and the roles of the user', () => {
  expect(concerns(settings, keys.of('ws_1', 'members'))).toBe(true);
  expect(concerns(settings, keys.workspaces)).toBe(true);
  expect(concerns(settings, keys.of('ws_2', 'members'))).toBe(false);
  expect(concerns(settings, keys.of('ws_1', 'posts', 'drafts'))).toBe(false);
});

it('a change of a type that only a later version knows concerns nothing', () => {
  const later = { ...post, type: 'LATER' };
  expect(concerns(later, keys.of('ws_1', 'posts', 'drafts'))).toBe(false);
  expect(concerns(later, keys.of('ws_1', 'media'))).toBe(false);
});
