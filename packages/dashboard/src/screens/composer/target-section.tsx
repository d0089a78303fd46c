import { useState } from 'react';
import { ChoiceBox, TextArea } from '../../ui/field.js';
import type { PlatformInfo } from './api.js';
import { Counter } from './counter.js';
import type { TargetDraft } from './draft.js';
import type { Place } from './findings.js';
import { accountName, changeTarget, saidOf, type Form } from './form.js';
import { MediaEditor } from './media-editor.js';
import { OptionFields } from './option-fields.js';
import { fieldsOf, labelsIn } from './option-schema.js';
import { saidWithLabels } from './option-labels.js';
import { Notes, Said } from './said.js';

/** The places whose findings are visible only while the section is open. */
const hiddenPlaces: ReadonlySet<Place> = new Set<Place>(['options', 'firstComment']);
const commentRows = 2;
const captionRows = 4;

/**
 * A section for the content of one account. It is open if the user must fill in something or correct an error in it.
 */
export function TargetSection(props: { form: Form; target: TargetDraft; opened?: boolean }) {
  const { form, target, opened = false } = props;
  const platform = form.platforms.get(target.platform);
  const needsOptions = fieldsOf(platform?.optionsSchema ?? {}).some(({ isRequired }) => isRequired);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const mine = form.findings.filter(({ accountId }) => accountId === target.accountId);
  const problems = mine.filter(({ severity }) => severity === 'error').length;
  const isTold = mine.some(({ place, severity }) => severity === 'error' && hiddenPlaces.has(place));
  const isOpen = chosen ?? (opened || needsOptions || isTold);
  // Whether the section was ever open. Its content then stays mounted even while hidden, so that uploads continue.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setChosen(currentTarget.open)}
      className="rounded-lg border border-line bg-surface px-4 py-2"
    >
      <summary className="py-1 leading-6 font-semibold wrap-anywhere">
        {accountName(form, target.accountId)}
        {problems > 0 && (
          <span className="text-bad">
            {' '}
            – {problems} {problems === 1 ? 'problem' : 'problems'}
          </span>
        )}
      </summary>
      {platform !== undefined && wasOpen && (
        <div className="flex flex-col gap-4 py-3">
          <OwnText form={form} target={target} platform={platform} />
          <OwnMedia form={form} target={target} />
          <FirstComment
            form={form}
            target={platform.limits?.firstComment === true ? target : null}
            platform={platform}
          />
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
      )}
    </details>
  );
}

/** Whether a field shows the message about an option. Other messages are shown above the fields. */
function isShownAtOption({ optionsSchema }: PlatformInfo, path: string): boolean {
  const root = path.split('.')[0] ?? '';
  return fieldsOf(optionsSchema ?? {}).some(({ name }) => name === root);
}

function OwnText({ form, target, platform }: { form: Form; target: TargetDraft; platform: PlatformInfo }) {
  const said = saidOf(form, 'caption', { accountId: target.accountId });
  const name = accountName(form, target.accountId);
  return (
    <>
      <ChoiceBox
        label="Use a different text for this account"
        checked={target.caption !== null}
        onChange={({ target: box }) =>
          changeTarget(form, target.accountId, { caption: box.checked ? form.draft.caption : null })
        }
      />
      {target.caption !== null && (
        <TextArea
          label={`Text for ${name}`}
          rows={captionRows}
          value={target.caption}
          error={said.error}
          hint={
            <>
              <Counter name="Used" text={target.caption} platform={platform} options={target.options} />
              <Notes notes={said.notes} />
            </>
          }
          onChange={({ target: area }) => changeTarget(form, target.accountId, { caption: area.value })}
        />
      )}
    </>
  );
}

function OwnMedia({ form, target }: { form: Form; target: TargetDraft }) {
  const { accountId, mediaIds } = target;
  return (
    <>
      <ChoiceBox
        label="Use different images and videos for this account"
        checked={mediaIds !== null}
        onChange={({ target: box }) =>
          changeTarget(form, accountId, { mediaIds: box.checked ? form.draft.mediaIds : null })
        }
      />
      {mediaIds !== null && (
        <MediaEditor
          form={form}
          accountId={accountId}
          title={`Images and videos for ${accountName(form, accountId)}`}
          ids={mediaIds}
          onIds={(change) => {
            form.update((draft) => ({
              ...draft,
              targets: draft.targets.map((one) =>
                one.accountId === accountId ? { ...one, mediaIds: change(one.mediaIds ?? []) } : one,
              ),
            }));
          }}
        />
      )}
    </>
  );
}

function FirstComment(props: { form: Form; target: TargetDraft | null; platform: PlatformInfo }) {
  const { form, target, platform } = props;
  if (target === null) return null;
  const said = saidOf(form, 'firstComment', { accountId: target.accountId });
  return (
    <TextArea
      label="First comment"
      rows={commentRows}
      value={target.firstComment}
      error={said.error}
      hint={
        <>
          Sent as a reply after the post is published.
          {target.firstComment !== '' && (
            <Counter name="Used" text={target.firstComment} platform={platform} isComment />
          )}
          <Notes notes={said.notes} />
        </>
      }
      onChange={({ target: area }) => changeTarget(form, target.accountId, { firstComment: area.value })}
    />
  );
}
