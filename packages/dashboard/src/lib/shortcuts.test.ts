import { describe, expect, it } from 'vitest';
import { isSingle, keyCaps, shortcutGroups, shortcutOf, shortcuts, type Press } from './shortcuts.js';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...more,
});
const anywhere = { isTyping: false, hasSingle: true };
const inField = { isTyping: true, hasSingle: true };

describe('shortcuts', () => {
  it.each(Object.entries(shortcuts))(
    '%s has its own keys, and a place in the list',
    (id, { keys, group }) => {
      expect(shortcutGroups).toContain(group);
      for (const key of keys) {
        const isMod = key.startsWith('Mod+');
        expect(shortcutOf(press(key.replace('Mod+', ''), { ctrlKey: isMod }), anywhere)).toBe(id);
      }
    },
  );

  it('never belong to typed text', () => {
    for (const key of ['c', 't', 'z', '?', '/', 'ArrowLeft']) {
      expect(shortcutOf(press(key), inField)).toBeNull();
    }
    expect(shortcutOf(press('Enter', { ctrlKey: true }), inField)).toBe('send');
    expect(shortcutOf(press('Enter', { ctrlKey: true, isComposing: true }), inField)).toBeNull();
  });

  it('leave the combinations with other modifiers to the browser', () => {
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }]) {
      expect(shortcutOf(press('c', more), anywhere)).toBeNull();
      expect(shortcutOf(press('ArrowRight', more), anywhere)).toBeNull();
    }
    expect(shortcutOf(press('k', { ctrlKey: true, shiftKey: true }), anywhere)).toBeNull();
    expect(shortcutOf(press('k', { ctrlKey: true, metaKey: true }), anywhere)).toBeNull();
    expect(shortcutOf(press('k', { ctrlKey: true, altKey: true }), anywhere)).toBeNull();
  });

  it('work with the Command key, and with signs for which a keyboard needs Shift', () => {
    expect(shortcutOf(press('k', { metaKey: true }), inField)).toBe('search');
    expect(shortcutOf(press('?', { shiftKey: true }), anywhere)).toBe('help');
    expect(shortcutOf(press('/', { shiftKey: true }), anywhere)).toBe('search');
  });

  it('can be turned off if they are a single character, while the others still work', () => {
    const without = { isTyping: false, hasSingle: false };
    const keys: string[] = Object.values(shortcuts).flatMap((shortcut) => [...shortcut.keys]);
    expect(keys.filter(isSingle).map((key) => shortcutOf(press(key), without))).toEqual(
      keys.filter(isSingle).map(() => null),
    );
    expect(shortcutOf(press('k', { ctrlKey: true }), without)).toBe('search');
    expect(shortcutOf(press('ArrowLeft'), without)).toBe('previous');
  });
});

it('keys are shown as on the keyboard of the system', () => {
  expect(keyCaps('Mod+k', false).map(({ sign }) => sign)).toEqual(['Ctrl', 'K']);
  expect(keyCaps('Mod+k', true).map(({ sign }) => sign)).toEqual(['⌘', 'K']);
  expect(keyCaps('ArrowLeft', false)).toEqual([{ sign: '←', name: 'Left arrow' }]);
});
