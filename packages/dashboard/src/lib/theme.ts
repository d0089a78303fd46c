const storageKey = 'punctual.theme';
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const systemIsDark = (): MediaQueryList => globalThis.matchMedia('(prefers-color-scheme: dark)');

export function storedTheme(): Theme {
  const stored = globalThis.localStorage.getItem(storageKey);
  return themes.find((theme) => theme === stored) ?? 'system';
}

export function storeTheme(theme: Theme): void {
  globalThis.localStorage.setItem(storageKey, theme);
  applyTheme();
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/** Calls the listener after every choice of a theme in this tab. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Sets the attribute that the style sheet reads. If the user has chosen no theme, the system's theme applies. */
export function applyTheme(): void {
  const theme = storedTheme();
  const isDark = theme === 'dark' || (theme === 'system' && systemIsDark().matches);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
}

/** Keeps the theme applied when the system or another tab changes it. */
export function watchTheme(): void {
  applyTheme();
  systemIsDark().addEventListener('change', applyTheme);
  globalThis.addEventListener('storage', applyTheme);
}
