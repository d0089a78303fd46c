import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import { platformNames } from '../../lib/platform-looks.js';
import { t } from '../../messages/composer.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-state.js';
import { inputClass } from '../../ui/field.js';
import { searchQuery, type Choice } from './api.js';
import type { FieldProps } from './option-labels.js';
import { withoutPositions } from './option-schema.js';

const nameCharsMax = 100;

/** Finds values of an option on the platform by a name, such as users to tag, and adds the one that is chosen. */
export function FindField({
  context,
  field,
  value,
  path,
  onValue,
  isPaid,
}: FieldProps & { isPaid: boolean }) {
  const { target } = context;
  const { id: workspaceId } = useWorkspace();
  const [name, setName] = useState('');
  const [asked, setAsked] = useState('');
  const option = withoutPositions(path);
  const found = useQuery({
    ...searchQuery(workspaceId, { accountId: target.accountId, option, name: asked }),
    enabled: asked !== '',
  });
  const ask = (): void => setAsked(name.trim());
  const add = (choice: Choice): void => {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    if (field.schema.type !== 'array') onValue(choice.value);
    else if (!list.includes(choice.value)) onValue([...list, choice.value]);
    setName('');
    setAsked('');
  };
  return (
    <div className="flex flex-col gap-1.5">
      <span className="flex items-center gap-1.5">
        <input
          type="search"
          aria-label={t('findFor', { field: field.label })}
          maxLength={nameCharsMax}
          className={inputClass}
          value={name}
          onChange={({ target: input }) => setName(input.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            ask();
          }}
        />
        <Button busy={found.isFetching} onClick={ask}>
          {t('find')}
        </Button>
      </span>
      {isPaid && (
        <p className="text-sm text-muted">{t('findCosts', { platform: platformNames[target.platform] })}</p>
      )}
      {found.isError && <ErrorNote error={found.error} />}
      {asked !== '' && <Found name={asked} choices={found.data} onChoose={add} />}
    </div>
  );
}

interface FoundProps {
  name: string;
  /** Undefined until the choices have been loaded. */
  choices: readonly Choice[] | undefined;
  onChoose: (choice: Choice) => void;
}

function Found({ name, choices, onChoose }: FoundProps) {
  if (choices === undefined) return null;
  if (choices.length === 0) {
    return (
      <p role="status" className="text-sm text-muted">
        {t('nothingFound', { name })}
      </p>
    );
  }
  return (
    <ul className="flex flex-wrap gap-1.5">
      {choices.map((choice) => (
        <li key={String(choice.value)}>
          <Button onClick={() => onChoose(choice)}>
            {choice.label}
            {choice.detail !== undefined && <span className="text-muted">{choice.detail}</span>}
          </Button>
        </li>
      ))}
    </ul>
  );
}
