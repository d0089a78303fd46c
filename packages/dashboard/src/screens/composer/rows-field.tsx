import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { lowerCase } from '../../lib/wording.js';
import { t } from '../../messages/composer.js';
import { Button } from '../../ui/button.js';
import { FieldGroup, inputClass } from '../../ui/field.js';
import { IconButton } from '../../ui/icon-button.js';
import { labelsFor, type FieldProps } from './option-labels.js';

/** A field for several short texts, each in a row of its own. Empty rows do not count. */
export function RowsField(props: FieldProps) {
  const { field, value, onValue } = props;
  const { minItems = 1, maxItems = Infinity, items = {} } = field.schema;
  const listed = Array.isArray(value) ? value.map(String) : [];
  const [typedRows, setRows] = useState<readonly string[]>(() => padded(listed, minItems));
  // A search may have added a value that none of the rows contains.
  const isTyped = textsIn(typedRows).join('\n') === listed.join('\n');
  const rows = isTyped ? typedRows : padded(listed, minItems);
  const labels = labelsFor(props);
  const write = (next: readonly string[]): void => {
    setRows(padded(next, minItems));
    onValue(textsIn(next));
  };
  return (
    <FieldGroup {...labels}>
      <div className="flex flex-col gap-1.5">
        {rows.map((row, index) => (
          <span key={index} className="flex items-center gap-1">
            <input
              aria-label={`${field.label} ${index + 1}`}
              aria-invalid={labels.error === undefined ? undefined : true}
              maxLength={items.maxLength}
              className={inputClass}
              value={row}
              onChange={({ target }) => write(rows.map((other, at) => (at === index ? target.value : other)))}
            />
            {rows.length > minItems && (
              <IconButton
                label={t('removeRow', { field: lowerCase(field.label), position: index + 1 })}
                icon={X}
                onClick={() => write(rows.filter((_, at) => at !== index))}
              />
            )}
          </span>
        ))}
        {rows.length < maxItems && (
          <Button look="quiet" className="self-start" onClick={() => setRows([...rows, ''])}>
            {t.rich('addRow', {
              plus: () => <Plus className="size-4.5" />,
              field: lowerCase(field.label),
              span: (words) => <span className="sr-only">{words}</span>,
            })}
          </Button>
        )}
      </div>
    </FieldGroup>
  );
}

const textsIn = (rows: readonly string[]): string[] =>
  rows.map((row) => row.trim()).filter((row) => row !== '');

const padded = (rows: readonly string[], least: number): readonly string[] => [
  ...rows,
  ...Array.from({ length: Math.max(0, least - rows.length) }, () => ''),
];
