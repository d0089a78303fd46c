import { t } from '../messages/common.js';
export const shortcutGroups = ['Everywhere', 'Calendar', 'Forms'] as const;

export interface Shortcut {
  group: (typeof shortcutGroups)[number];
  /** Names as in `KeyboardEvent.key`. "Mod+" stands for Ctrl, and on Apple devices for Command as well. */
  keys: readonly string[];
  does: string;
}

/** All keys with a function. The dialog that lists them is made from this table, in its order. */
export const shortcuts = {
  search: {
    group: 'Everywhere',
    keys: ['Mod+k', '/'],
    does: 'Search for pages, posts, accounts and actions',
  },
  newPost: { group: 'Everywhere', keys: ['c'], does: 'Write a new post' },
  today: { group: 'Everywhere', keys: ['t'], does: 'Open the calendar at today' },
  undo: { group: 'Everywhere', keys: ['z'], does: 'Undo, while a message offers it' },
  help: { group: 'Everywhere', keys: ['?'], does: 'Show this list' },
  close: { group: 'Everywhere', keys: ['Escape'], does: 'Close what is open' },
  previous: { group: 'Calendar', keys: ['ArrowLeft'], does: 'Go to the previous period' },
  next: { group: 'Calendar', keys: ['ArrowRight'], does: 'Go to the next period' },
  send: { group: 'Forms', keys: ['Mod+Enter'], does: 'Send the form: schedule the post, send the reply' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof shortcuts;

/** The parts of a keyboard event that decide which shortcut it is. */
export interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
}

/** Whether a key is a single character. Users can turn such shortcuts off, and they never work in fields. */
export const isSingle = (key: string): boolean => [...key].length === 1;

/**
 * Returns the shortcut of a key press. `isTyping` says whether the focus is in a field, and `hasSingle` whether
 * shortcuts of a single character are on.
 */
export function shortcutOf(
  press: Press,
  { isTyping, hasSingle }: { isTyping: boolean; hasSingle: boolean },
): ShortcutId | null {
  if (press.isComposing || press.altKey) return null;
  const ids = Object.keys(shortcuts) as ShortcutId[];
  return (
    ids.find((id) =>
      shortcuts[id].keys.some(
        (key) =>
          isPressed(press, key) && (key.startsWith('Mod+') || (!isTyping && (hasSingle || !isSingle(key)))),
      ),
    ) ?? null
  );
}

function isPressed(press: Press, key: string): boolean {
  const hasMod = press.ctrlKey !== press.metaKey;
  if (key.startsWith('Mod+'))
    return hasMod && !press.shiftKey && press.key.toLowerCase() === key.slice(4).toLowerCase();
  if (press.ctrlKey || press.metaKey) return false;
  // Some keyboards need Shift for a sign such as "?". With a letter or a named key, Shift means something else.
  const mayShift = isSingle(key) && !/[a-z]/.test(key);
  return press.key === key && (mayShift || !press.shiftKey);
}

const isApple = (): boolean => /Mac|iPhone|iPad/.test(globalThis.navigator.userAgent);

const signs: Readonly<Record<string, { sign: string; name: string }>> = {
  ArrowLeft: { sign: '←', name: t('key.left') },
  ArrowRight: { sign: '→', name: t('key.right') },
  Enter: { sign: 'Enter', name: t('key.enter') },
  Escape: { sign: 'Esc', name: t('key.escape') },
};

/** Returns the keys to press together, as they are printed on the keyboard, with names for screen readers. */
export function keyCaps(key: string, apple = isApple()): { sign: string; name: string }[] {
  return key.split('+').map((part) => {
    if (part === 'Mod')
      return apple
        ? { sign: '⌘', name: t('key.command') }
        : { sign: t('key.controlSign'), name: t('key.control') };
    return signs[part] ?? { sign: isSingle(part) ? part.toUpperCase() : part, name: part };
  });
}
