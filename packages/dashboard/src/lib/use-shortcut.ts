import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { shortcutOf, type ShortcutId } from './shortcuts.js';

const storageKey = 'punctual.single-keys';
const off = 'off';
const listeners = new Set<() => void>();
/** The functions of each shortcut. The one added last has precedence: a screen over the frame around it. */
const handlers = new Map<ShortcutId, (() => void)[]>();

const hasSingleKeys = (): boolean => globalThis.localStorage.getItem(storageKey) !== off;

function onSingleKeys(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener('storage', listener);
  };
}

/** Whether shortcuts of a single character are on, which each browser remembers, and a function to change that. */
export function useSingleKeys(): [boolean, (isOn: boolean) => void] {
  const set = (isOn: boolean): void => {
    if (isOn) globalThis.localStorage.removeItem(storageKey);
    else globalThis.localStorage.setItem(storageKey, off);
    for (const listener of listeners) listener();
  };
  return [useSyncExternalStore(onSingleKeys, hasSingleKeys), set];
}

/** Runs a function when its shortcut is pressed. With `enabled` false, the shortcut does what it did before. */
export function useShortcut(id: ShortcutId, run: () => void, enabled = true): void {
  const act = useEffectEvent(run);
  useEffect(() => {
    if (!enabled) return undefined;
    const handler = (): void => act();
    handlers.set(id, [...(handlers.get(id) ?? []), handler]);
    return () => void handlers.set(id, handlers.get(id)?.filter((one) => one !== handler) ?? []);
  }, [id, enabled]);
}

const fields =
  'textarea, select, [contenteditable], [role="combobox"], [role="textbox"], input:not([type="checkbox"], [type="button"], [type="submit"])';
/** In these elements, keys already have a meaning. */
const popups =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [popover]:popover-open';
const arrowed = '[role="tablist"], [role="slider"], [role="grid"]';

/** Listens for shortcuts until the returned function is called. Open dialogs and menus keep their keys. */
export function listenToShortcuts(): () => void {
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const target = event.target instanceof Element ? event.target : document.body;
  const id = shortcutOf(event, { isTyping: target.closest(fields) !== null, hasSingle: hasSingleKeys() });
  if (id === null) return;
  const run = (id === 'send' ? submitOf(target) : undefined) ?? screenHandlerOf(id, target);
  if (run === undefined || (event.repeat && id !== 'previous' && id !== 'next')) return;
  event.preventDefault();
  run();
}

/**
 * Returns a function that sends the form around the focused field, also in a dialog. Undefined if the form has no
 * button for that.
 */
function submitOf(target: Element): (() => void) | undefined {
  const button = target.closest('form')?.querySelector<HTMLButtonElement>('button[type="submit"]');
  return button === null || button === undefined ? undefined : () => button.click();
}

function screenHandlerOf(id: ShortcutId, target: Element): (() => void) | undefined {
  if (document.querySelector(popups) !== null) return undefined;
  const isArrow = id === 'previous' || id === 'next';
  if (isArrow && (target.closest(arrowed) !== null || scrollsSideways(target))) return undefined;
  return handlers.get(id)?.at(-1);
}

/** Whether arrow keys scroll an element around the focused one, such as the week in a narrow window. */
function scrollsSideways(target: Element): boolean {
  for (let at: Element | null = target; at !== null; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
  }
  return document.documentElement.scrollWidth > document.documentElement.clientWidth;
}
