import { t } from '../../messages/keys.js';
import { ChoiceBoxes } from '../../ui/choice-boxes.js';
import { ChoiceBox, FieldGroup, SelectField } from '../../ui/field.js';
import type { CreateApiKey } from './api.js';
import { scopeNames, scopesOfRights, type Scope } from '../../lib/scopes.js';

/** The limits of a new key, as a person chooses them. */
export interface Limits {
  rights: 'all' | 'read' | 'draft' | 'chosen';
  chosen: readonly Scope[];
  /** If it is empty, the key does not expire. */
  days: '' | '30' | '90' | '365';
}

export const noLimits: Limits = { rights: 'all', chosen: [], days: '' };

/** Returns the limits in the form that the API needs. */
export function limitsForApi({ rights, chosen, days }: Limits): Pick<CreateApiKey, 'scopes' | 'days'> {
  const scopes = rights === 'chosen' ? [...chosen] : scopesOfRights[rights];
  return { ...(scopes !== null && { scopes }), ...(days !== '' && { days: Number(days) }) };
}

export function LimitFields({ limits, onLimits }: { limits: Limits; onLimits: (limits: Limits) => void }) {
  const { rights, chosen, days } = limits;
  const labels = {
    all: t('everythingThatIMayDo'),
    read: t('readOnly'),
    draft: t('readAndWriteDrafts'),
    chosen: t('chosenRights'),
  };
  return (
    <>
      <FieldGroup label={t('rights')}>
        {(['all', 'read', 'draft', 'chosen'] as const).map((value) => (
          <ChoiceBox
            key={value}
            type="radio"
            name="rights"
            checked={rights === value}
            label={labels[value]}
            onChange={() => onLimits({ ...limits, rights: value, chosen: startOf(value, limits) })}
          />
        ))}
        {rights === 'chosen' && (
          <div className="flex flex-col pl-7">
            <ChoiceBoxes
              choices={scopeNames().map(({ scope, name }) => ({ value: scope, label: name }))}
              picked={chosen}
              onPicked={(scopes) => onLimits({ ...limits, chosen: scopes })}
              keepsOne
            />
          </div>
        )}
      </FieldGroup>
      <SelectField
        label={t('expires')}
        choices={[
          { value: '', label: t('never') },
          ...([30, 90, 365] as const).map((count) => ({
            value: String(count),
            label: t('afterDays', { count }),
          })),
        ]}
        value={days}
        onValue={(value) => onLimits({ ...limits, days: value as Limits['days'] })}
      />
    </>
  );
}

/** The rights that are checked first when a person begins to choose: those that were selected before. */
function startOf(next: Limits['rights'], { rights, chosen }: Limits): readonly Scope[] {
  if (next !== 'chosen' || rights === 'chosen') return chosen;
  return scopesOfRights[rights] ?? scopeNames().map(({ scope }) => scope);
}
