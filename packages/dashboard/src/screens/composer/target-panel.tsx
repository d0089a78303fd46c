import { useState, type ReactNode } from 'react';
import { t } from '../../messages/composer.js';
import { Button } from '../../ui/button.js';
import { ChoiceBox } from '../../ui/field.js';
import type { PlatformInfo } from './api.js';
import { boxClass, TextBox, ToldBelow, useToldId } from './content-box.js';
import { CostLine } from './cost-line.js';
import { Counters } from './counters.js';
import type { TargetDraft } from './draft.js';
import { FirstCommentBox } from './first-comment-box.js';
import { commentable } from './first-comments.js';
import { accountName, changeTarget, saidOf, type Form } from './form.js';
import { MediaEditor } from './media-editor.js';
import { OwnParts } from './parts-fields.js';
import { OptionFields } from './option-fields.js';
import { fieldsOf, labelsIn } from './option-schema.js';
import { saidWithLabels } from './option-labels.js';
import { Said } from './said.js';
import { WithAids } from './writing-aids.js';

/** Content and options of one account. */
export function TargetPanel(props: { form: Form; target: TargetDraft; isShown: boolean }) {
  const { form, target, isShown } = props;
  const platform = form.platforms.get(target.platform);
  // Once shown, the content stays mounted even while it is hidden, so that uploads continue.
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  if (platform === undefined || !wasShown) return null;
  return (
    <div className="flex flex-col gap-3">
      <OwnText form={form} target={target} />
      {target.publicParts === 0 && <OwnMedia form={form} target={target} />}
      <OwnParts form={form} target={target} />
      {commentable([target], form.platforms).length > 0 && (
        <FirstCommentBox
          form={form}
          label={t('commentFor', { account: accountName(form, target.accountId) })}
          value={target.firstComment}
          targets={[target]}
          said={saidOf(form, 'firstComment', { accountId: target.accountId })}
          onValue={(firstComment) => changeTarget(form, target.accountId, { firstComment })}
        />
      )}
      <Said
        {...saidWithLabels(
          saidOf(form, 'options', {
            accountId: target.accountId,
            matches: ({ detail }) => !isShownAtOption(platform, detail),
          }),
          labelsIn(platform.optionsSchema ?? {}),
        )}
      />
      <OptionFields form={form} target={target} platform={platform} />
    </div>
  );
}

/** Whether a field shows the message about an option. Other messages are shown above the fields. */
function isShownAtOption({ optionsSchema }: PlatformInfo, path: string): boolean {
  const root = path.split('.')[0] ?? '';
  return fieldsOf(optionsSchema ?? {}).some(({ name }) => name === root);
}

/** The text of the account. It is the shared one until the user changes it here. */
function OwnText({ form, target }: { form: Form; target: TargetDraft }) {
  const { accountId, caption } = target;
  const toldIn = useToldId();
  const said = saidOf(form, 'caption', { accountId });
  const text = caption ?? form.draft.caption;
  const area = (
    <WithAids>
      <TextBox
        form={form}
        targets={[target]}
        label={t('ownTextFor', { account: accountName(form, accountId) })}
        toldIn={toldIn}
        isWrong={said.error !== undefined}
        data-field="caption"
        placeholder={t('writeOwnText')}
        className="max-h-80 min-h-36"
        value={text}
        disabled={target.publicParts > 0}
        onChange={({ target: { value } }) => changeTarget(form, accountId, { caption: value })}
      />
    </WithAids>
  );
  return (
    <div className="flex flex-col gap-1.5">
      <TextFrame form={form} target={target}>
        {area}
      </TextFrame>
      <ToldBelow id={toldIn} {...said}>
        <span className="flex min-h-5 flex-wrap items-center justify-between gap-2">
          <Counters form={form} targets={[target]} textOf={() => text} />
          {target.publicParts > 0 ? (
            <span>{t('partIsPublic')}</span>
          ) : caption === null ? (
            <span>{t('sharedTextUsed')}</span>
          ) : (
            <Button
              look="quiet"
              className="min-h-6! px-1.5! py-0! text-accent!"
              onClick={() => changeTarget(form, accountId, { caption: null })}
            >
              {t('useSharedText')}
            </Button>
          )}
        </span>
      </ToldBelow>
      <CostLine form={form} targets={[target]} />
    </div>
  );
}

/** The box around the text, with the account's own images and videos if it has any. */
function TextFrame(props: { form: Form; target: TargetDraft; children: ReactNode }) {
  const { form, target, children } = props;
  const { accountId, mediaIds } = target;
  if (mediaIds === null) return <div className={boxClass}>{children}</div>;
  return (
    <MediaEditor
      form={form}
      accountId={accountId}
      title={t('ownMediaFor', { account: accountName(form, accountId) })}
      ids={mediaIds}
      onIds={(change) => {
        form.update((draft) => ({
          ...draft,
          targets: draft.targets.map((one) =>
            one.accountId === accountId ? { ...one, mediaIds: change(one.mediaIds ?? []) } : one,
          ),
        }));
      }}
    >
      {children}
    </MediaEditor>
  );
}

function OwnMedia({ form, target }: { form: Form; target: TargetDraft }) {
  const { accountId, mediaIds } = target;
  const said = saidOf(form, 'media', { accountId });
  return (
    <div data-field={mediaIds === null ? 'media' : undefined}>
      <ChoiceBox
        label={t('useOwnMedia')}
        checked={mediaIds !== null}
        onChange={({ target: box }) =>
          changeTarget(form, accountId, { mediaIds: box.checked ? form.draft.mediaIds : null })
        }
      />
      {mediaIds === null && <Said {...said} />}
    </div>
  );
}
