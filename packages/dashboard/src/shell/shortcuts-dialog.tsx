import { shortcutGroups, shortcuts } from '../lib/shortcuts.js';
import { useSingleKeys } from '../lib/use-shortcut.js';
import { t } from '../messages/shell.js';
import { Dialog } from '../ui/dialog.js';
import { ChoiceBox } from '../ui/field.js';
import { KeyCaps } from '../ui/key-caps.js';

/** Lists all shortcuts, and lets the user turn off those of a single character. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [hasSingleKeys, setSingleKeys] = useSingleKeys();
  return (
    <Dialog open onClose={onClose} title={t('keyboardShortcuts')}>
      {shortcutGroups.map((group) => (
        <section key={group} aria-label={group} className="flex flex-col gap-1">
          <h3 className="text-sm font-medium text-muted">{group}</h3>
          <dl className="flex flex-col divide-y divide-line">
            {Object.values(shortcuts)
              .filter((shortcut) => shortcut.group === group)
              .map(({ keys, does }) => (
                <div key={does} className="flex items-center justify-between gap-4 py-1.5">
                  <dt>{does}</dt>
                  <dd className="flex shrink-0 items-center gap-2 text-sm text-muted">
                    <Choices keys={keys} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <ChoiceBox
        label={t('useKeysOfASingle')}
        hint={t('turnThemOffIfYou')}
        checked={hasSingleKeys}
        onChange={({ target }) => setSingleKeys(target.checked)}
      />
    </Dialog>
  );
}

function Choices({ keys }: { keys: readonly string[] }) {
  return keys.map((key, index) => (
    <span key={key} className="flex items-center gap-2">
      {index > 0 && t('orKeys')}
      <KeyCaps keys={key} />
    </span>
  ));
}
