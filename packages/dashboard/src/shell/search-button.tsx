import { Search } from 'lucide-react';
import { shortcuts } from '../lib/shortcuts.js';
import { t } from '../messages/shell.js';
import { KeyCaps } from '../ui/key-caps.js';

/** Opens the command box. In the narrow side bar, only the icon is shown. */
export function SearchButton({ className = '', onPress }: { className?: string; onPress: () => void }) {
  return (
    <button
      type="button"
      title={t('search')}
      aria-keyshortcuts="Control+K Meta+K"
      className={`flex min-h-9 items-center gap-3 rounded-md border border-line bg-canvas px-2.5 text-sm text-muted hover:bg-raised hover:text-ink pointer-coarse:min-h-11 md:max-lg:justify-center md:max-lg:px-0 ${className}`}
      onClick={onPress}
    >
      <Search className="size-4.5 shrink-0" />
      <span className="md:max-lg:sr-only">{t('search')}</span>
      <span aria-hidden className="ml-auto max-lg:hidden pointer-coarse:hidden">
        <KeyCaps keys={shortcuts.search.keys[0]} />
      </span>
    </button>
  );
}
