import { announce } from '../lib/announce.js';
import { showToast } from '../lib/toasts.js';
import { t } from '../messages/common.js';
import { Button } from './button.js';
import { Field, inputClass } from './field.js';

/**
 * Shows a value with a button to copy it. If the browser denies access to the clipboard, the user can select the text.
 */
export function CopyField({ label, value }: { label: string; value: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      showToast(t('copy.done'));
    } catch {
      announce(t('copy.denied'));
      showToast(t('copy.yourself'), 'warning');
    }
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-60">
        <Field label={label}>
          {(ids) => (
            <input
              {...ids}
              readOnly
              value={value}
              onFocus={(event) => event.target.select()}
              className={`${inputClass} font-mono`}
            />
          )}
        </Field>
      </div>
      <Button onClick={() => void copy()}>{t('copy.action')}</Button>
    </div>
  );
}
