import { t } from '../../messages/composer.js';
import { ToldBelow, TextBox, useToldId } from './content-box.js';
import { CostLine } from './cost-line.js';
import { Counters } from './counters.js';
import { FirstCommentBox } from './first-comment-box.js';
import { commentable, commonComment, setCommonComment } from './first-comments.js';
import { saidOf, type Form } from './form.js';
import { MediaEditor } from './media-editor.js';
import { SharedParts } from './parts-fields.js';
import { WithAids } from './writing-aids.js';

/** The content that all accounts share, except those that have their own. */
export function SharedPanel({ form }: { form: Form }) {
  const { draft } = form;
  const toldIn = useToldId();
  const sharing = draft.targets.filter(({ caption }) => caption === null);
  const own = new Set(
    draft.targets.filter(({ caption }) => caption !== null).map(({ accountId }) => accountId),
  );
  const said = saidOf(form, 'caption', {
    matches: ({ accountId }) => accountId === null || !own.has(accountId),
  });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <MediaEditor
          form={form}
          title={t('media')}
          ids={draft.mediaIds}
          onIds={(change) => form.update((current) => ({ ...current, mediaIds: change(current.mediaIds) }))}
        >
          <WithAids>
            <TextBox
              form={form}
              targets={sharing}
              label={t('text')}
              toldIn={toldIn}
              isWrong={said.error !== undefined}
              data-field="caption"
              placeholder={t('writePost')}
              className="max-h-80 min-h-36"
              value={draft.caption}
              onChange={({ target }) => {
                const caption = target.value;
                form.update((current) => ({ ...current, caption }));
              }}
            />
          </WithAids>
        </MediaEditor>
        <ToldBelow id={toldIn} {...said}>
          <Counters form={form} targets={sharing} textOf={() => draft.caption} />
        </ToldBelow>
        <CostLine form={form} targets={draft.targets} />
      </div>
      <SharedParts form={form} />
      <CommonComment form={form} />
    </div>
  );
}

/** One first comment for all accounts whose platforms publish one, except those that have their own. */
function CommonComment({ form }: { form: Form }) {
  const { targets } = form.draft;
  const able = commentable(targets, form.platforms);
  if (able.length === 0) return null;
  const common = commonComment(targets, form.platforms);
  const sharing = able.filter(({ firstComment }) => firstComment === common);
  const ids = new Set(sharing.map(({ accountId }) => accountId));
  return (
    <FirstCommentBox
      form={form}
      label={t('firstComment')}
      value={common}
      targets={sharing}
      said={saidOf(form, 'firstComment', {
        matches: ({ accountId }) => accountId === null || ids.has(accountId),
      })}
      onValue={(comment) =>
        form.update((draft) => ({
          ...draft,
          targets: setCommonComment(draft.targets, form.platforms, comment),
        }))
      }
    />
  );
}
