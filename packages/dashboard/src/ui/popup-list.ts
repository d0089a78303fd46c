/** The classes that lists of choices and menus share. */
export const popupListClass =
  'max-h-80 min-w-44 overflow-auto rounded-md border border-line bg-surface p-1 text-ink shadow-popup';
export const popupItemClass =
  'flex min-h-9 items-center gap-2 rounded-sm px-3 py-1 text-sm data-disabled:opacity-60 data-highlighted:bg-raised data-selected:font-semibold pointer-coarse:min-h-11';
