import { useSyncExternalStore } from 'react';
import { onTheme, storeTheme, storedTheme, themes } from '../lib/theme.js';
import { t } from '../messages/common.js';
import { SelectField } from './field.js';

/** Lets the user choose a theme, which is stored in this browser. */
export function ThemeField({ label = t('theme.label') }: { label?: string }) {
  const theme = useSyncExternalStore(onTheme, storedTheme);
  return (
    <SelectField
      label={label}
      value={theme}
      choices={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
      onValue={(value) => storeTheme(themes.find((one) => one === value) ?? 'system')}
    />
  );
}
