import { PostPreview } from '../../ui/previews/post-preview.js';
import { partsOf, type TargetDraft } from './draft.js';
import type { Form } from './form.js';

/** Shows what the form holds for one account as a post on its platform. */
export function TargetPreview({ form, target }: { form: Form; target: TargetDraft }) {
  const account = form.accounts.get(target.accountId);
  if (account === undefined) return null;
  const { draft, media } = form;
  const ids = target.mediaIds ?? draft.mediaIds;
  const shown = (mediaIds: readonly string[]) => ({
    media: mediaIds.map((id) => media.get(id)),
    alts: mediaIds.map((id) => draft.altTexts[id] ?? media.get(id)?.altText ?? ''),
  });
  return (
    <PostPreview
      platform={account.platform}
      account={account}
      text={target.caption ?? draft.caption}
      options={target.options}
      firstComment={target.firstComment}
      {...shown(ids)}
      parts={partsOf(draft, target).map(({ text, mediaIds }) => ({ text, ...shown(mediaIds) }))}
    />
  );
}
