import { useState } from 'react';
import { detailFor } from '../../api/errors.js';
import { useWorkspace } from '../../api/workspace.js';
import { ownUrl } from '../../lib/own-url.js';
import { showToast } from '../../lib/toasts.js';
import { useAlone } from '../../lib/use-alone.js';
import type { Told } from '../../lib/told.js';
import { t } from '../../messages/workspace.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-state.js';
import { SelectField, TextField } from '../../ui/field.js';
import { Form } from '../../ui/form.js';
import { useLogos, useUpdateWorkspace, type Brand } from './api.js';
import { Section } from '../../ui/section.js';

const nameCharsMax = 60;
const colorCharsMax = 7;
const paths = ['brand.name', 'brand.logoMediaId', 'brand.color'];
const none = { name: '', logoMediaId: null, color: null };

/** A form for the brand, which replaces Punctual's name on the pages where others connect an account through a link. */
export function BrandForm() {
  const { brand } = useWorkspace();
  const [touched, setTouched] = useState<Partial<Brand>>({});
  const shown = { ...(brand ?? none), ...touched };
  const updating = useUpdateWorkspace();
  const alone = useAlone();
  const save = async (next: Brand | null): Promise<void> => {
    await updating.mutateAsync({ brand: next });
    setTouched({});
    showToast(next === null ? t('theBrandWasRemoved') : t('saved'));
  };
  const change = (fields: Partial<Brand>): void => setTouched({ ...touched, ...fields });
  return (
    <Section title={t('brand')} className="max-w-xl gap-3">
      <p className="max-w-prose text-muted">{t('thePageBehindALink')}</p>
      <Form onSubmit={() => save({ ...shown, color: shown.color === '' ? null : shown.color })}>
        <BrandFields shown={shown} error={updating.error} onChange={change} />
        <ErrorNote error={updating.error} fields={paths} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="primary" busy={updating.isPending}>
            {t('saveBrand')}
          </Button>
          {brand !== null && (
            <Button busy={updating.isPending} onClick={() => alone(() => save(null))}>
              {t('removeBrand')}
            </Button>
          )}
        </div>
      </Form>
    </Section>
  );
}

function BrandFields(props: { shown: Brand; error: unknown; onChange: (fields: Partial<Brand>) => void }) {
  const { shown, error, onChange } = props;
  return (
    <>
      <TextField
        label={t('brandName')}
        required
        maxLength={nameCharsMax}
        value={shown.name}
        error={detailFor(error, 'brand.name')}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <LogoField
        value={shown.logoMediaId}
        error={detailFor(error, 'brand.logoMediaId')}
        onValue={(logoMediaId) => onChange({ logoMediaId })}
      />
      <TextField
        label={t('buttonColor')}
        hint={t('forExample0f766eLeaveIt')}
        maxLength={colorCharsMax}
        value={shown.color ?? ''}
        error={detailFor(error, 'brand.color')}
        onChange={(event) => onChange({ color: event.target.value })}
      />
    </>
  );
}

function LogoField(props: {
  value: string | null;
  error: Told | undefined;
  onValue: (mediaId: string | null) => void;
}) {
  const { value, error, onValue } = props;
  const logos = useLogos(value);
  const images = logos.data ?? [];
  const source = images.find(({ id }) => id === value)?.thumbnailUrl ?? null;
  return (
    <>
      <SelectField
        label={t('logo')}
        hint={t('aPngJpegOrWebp')}
        error={error ?? (logos.isError ? t('theImagesOfTheMedia') : undefined)}
        choices={[
          { value: '', label: t('noLogo') },
          ...images.map(({ id, originalFilename }) => ({ value: id, label: originalFilename ?? id })),
        ]}
        value={value ?? ''}
        onValue={(next) => onValue(next === '' ? null : next)}
      />
      {source !== null && (
        <img
          src={ownUrl(source)}
          alt=""
          className="h-16 max-w-full self-start rounded-md border border-line bg-white object-contain p-1"
        />
      )}
    </>
  );
}
