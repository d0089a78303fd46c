import { useSyncExternalStore } from 'react';
import { onTheme, storeTheme, storedTheme, themes, type Theme } from '../lib/theme.js';
import { SelectField } from './field.js';

const themeLabels: Record<Theme, string> = { system: 'Match system', light: 'Light', dark: 'Dark' };

/** Lets the user choose a theme, which is stored in this browser. */
export function ThemeField({ label = 'Theme' }: { label?: string }) {
  const theme = useSyncExternalStore(onTheme, storedTheme);
  return (
    <SelectField
      label={label}
      value={theme}
      choices={themes.map((value) => ({ value, label: themeLabels[value] }))}
      onValue={(value) => storeTheme(themes.find((one) => one === value) ?? 'system')}
    />
  );
}
