import { t } from '../../messages/composer.js';
import { uploadsMissing, wantedAt, type Draft } from './draft.js';
import { accountName, type Form, type Spot } from './form.js';
import type { Intent } from './sent.js';

/** A reason why the form cannot be sent yet, and the field that it is about. */
export interface Gap {
  told: string;
  spot: Spot;
}

const spotOf = (place: Spot['place'], accountId: string | null = null): Spot => ({
  place,
  accountId,
  detail: '',
});

/**
 * Returns the reason why the form cannot be sent yet, or null. `plannedAt` is the stored time of the post: a draft may
 * keep a time that has passed, and needs no accounts.
 */
export function gapOf(
  form: Form,
  { intent, plannedAt, timed }: { intent: Intent; plannedAt: string | null; timed: Draft },
): Gap | null {
  const { draft, uploading } = form;
  const isDraft = intent === 'draft';
  if (draft.targets.length === 0 && !isDraft) return { told: t('accountMissing'), spot: spotOf('account') };
  const missing = uploadsMissing(draft);
  if (uploading > 0 || missing.length > 0) {
    const told = t('uploadMissing');
    return { told, spot: spotOf('media', missing[0]?.accountId ?? null) };
  }
  // The service treats an empty list of an account's media as "use the shared media", so the list must not be empty.
  const bare = draft.targets.find(({ mediaIds }) => mediaIds?.length === 0);
  if (bare !== undefined) {
    const name = accountName(form, bare.accountId);
    const told = t('mediaMissing', { name });
    return { told, spot: spotOf('media', bare.accountId) };
  }
  if (intent === 'schedule' && wantedAt(timed) === null)
    return { told: t('timeMissing'), spot: spotOf('time') };
  const at = wantedAt(draft);
  if (isDraft && at !== null && at !== plannedAt && Date.parse(at) <= Date.now()) {
    const told = t('timePassed');
    return { told, spot: spotOf('time') };
  }
  return null;
}
