import { t as common } from '../messages/common.js';
import { t } from '../messages/shortcuts.js';

export const shortcutGroups = [t('everywhere'), t('calendar'), t('forms')] as const;

export interface Shortcut {
  group: (typeof shortcutGroups)[number];
  /** Names as in `KeyboardEvent.key`. "Mod+" stands for Ctrl, and on Apple devices for Command as well. */
  keys: readonly string[];
  does: string;
}

/** All keys with a function. The dialog that lists them is made from this table, in its order. */
export const shortcuts = {
  search: {
    group: t('everywhere'),
    keys: ['Mod+k', '/'],
    does: t('searchForPagesPostsAccounts'),
  },
  newPost: { group: t('everywhere'), keys: ['c'], does: t('writeANewPost') },
  today: { group: t('everywhere'), keys: ['t'], does: t('openTheCalendarAtToday') },
  undo: { group: t('everywhere'), keys: ['z'], does: t('undoWhileAMessageOffers') },
  help: { group: t('everywhere'), keys: ['?'], does: t('showThisList') },
  close: { group: t('everywhere'), keys: ['Escape'], does: t('closeWhatIsOpen') },
  previous: { group: t('calendar'), keys: ['ArrowLeft'], does: t('goToThePreviousPeriod') },
  next: { group: t('calendar'), keys: ['ArrowRight'], does: t('goToTheNextPeriod') },
  send: { group: t('forms'), keys: ['Mod+Enter'], does: t('sendTheFormScheduleThe') },
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
  ArrowLeft: { sign: '←', name: common('key.left') },
  ArrowRight: { sign: '→', name: common('key.right') },
  Enter: { sign: 'Enter', name: common('key.enter') },
  Escape: { sign: 'Esc', name: common('key.escape') },
};

/** Returns the keys to press together, as they are printed on the keyboard, with names for screen readers. */
export function keyCaps(key: string, apple = isApple()): { sign: string; name: string }[] {
  return key.split('+').map((part) => {
    if (part === 'Mod')
      return apple
        ? { sign: '⌘', name: common('key.command') }
        : { sign: common('key.controlSign'), name: common('key.control') };
    return signs[part] ?? { sign: isSingle(part) ? part.toUpperCase() : part, name: part };
  });
}
