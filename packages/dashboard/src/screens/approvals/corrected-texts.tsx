import { usePeople } from '../../api/people.js';
import type { Post, Target } from '../../api/posts.js';
import { titleOf, waitingEdit } from '../../lib/public-changes.js';
import { t } from '../../messages/approvals.js';
import { t as changes } from '../../messages/changes.js';
import { AccountPlaces } from '../../ui/account-places.js';
import { DateTime } from '../../ui/date-time.js';
import { QuotedText } from '../../ui/quoted-text.js';

/** Shows the texts of public targets that wait for approval, each beside the text that it replaces. */
export function CorrectedTexts({ post: { targets } }: { post: Post }) {
  return targets.map((target) => {
    const edit = waitingEdit(target);
    return edit === undefined ? null : <CorrectedText key={edit.id} target={target} edit={edit} />;
  });
}

function CorrectedText({ target, edit }: { target: Target; edit: Target['edits'][number] }) {
  const personOf = usePeople();
  const time = () => <DateTime at={edit.requestedAt} />;
  return (
    <div className="flex flex-col gap-2">
      <div>
        <AccountPlaces targets={[target]} />
        <p className="text-sm text-muted">
          {t.rich('correctedBy', { ...personOf(edit.requestedByUserId), time })}
        </p>
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <Version label={changes('publicText')} title={titleOf(target)} text={target.publishedCaption ?? ''} />
        <Version label={changes('newText')} title={edit.title ?? titleOf(target)} text={edit.text} isNew />
      </div>
    </div>
  );
}

function Version(props: { label: string; title: string; text: string; isNew?: boolean }) {
  const { label, title, text, isNew = false } = props;
  return (
    <div className={`min-w-0 rounded-md border p-3 ${isNew ? 'border-accent' : 'border-line bg-raised'}`}>
      <p className="text-sm text-muted">{label}</p>
      {title !== '' && (
        <p dir="auto" className="font-semibold wrap-anywhere">
          {title}
        </p>
      )}
      {text === '' ? <p className="text-muted">{t('noText')}</p> : <QuotedText text={text} />}
    </div>
  );
}
