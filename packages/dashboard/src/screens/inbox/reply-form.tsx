import { useState, type RefObject } from 'react';
import { ApiError, detailFor } from '../../api/errors.js';
import { useSession } from '../../api/session.js';
import { showToast } from '../../lib/toasts.js';
import { useKeptText } from '../../lib/use-kept-text.js';
import { commentStateLabels } from '../../lib/labels.js';
import { t } from '../../messages/inbox.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-state.js';
import { Field, inputClass } from '../../ui/field.js';
import { Form } from '../../ui/form.js';
import { useReply, type Comment } from './api.js';
import { ManageSavedReplies } from './manage-saved-replies.js';
import { MayBePublic } from './may-be-public.js';
import { SavedReplies } from './saved-replies.js';

const textCharsMax = 10_000;

const outcomeLabels: Record<Comment['status'], string> = {
  RECEIVED: t('yourReplyWasReceived'),
  SENT: t('yourReplyWasPublished'),
  SENDING: t('yourReplyIsBeingSent'),
  FAILED: t('yourReplyWasNotSent'),
  UNCONFIRMED: t('yourReplyMayAlreadyBe'),
};

/** A form to reply as the account. The typed text survives a reload and the end of the session. */
export function ReplyForm(props: {
  answered: Comment;
  author: string;
  field: RefObject<HTMLTextAreaElement | null>;
}) {
  const { answered, author, field } = props;
  const name = `reply.${useSession().user.id}.${answered.id}`;
  const [text, setText] = useKeptText(name);
  const replying = useReply(name);
  const [managing, setManaging] = useState(false);
  const send = async (): Promise<void> => {
    if (text.trim() === '') return;
    const { status } = await replying.mutateAsync({ commentId: answered.id, text });
    showToast(outcomeLabels[status], commentStateLabels[status].tone);
    // A failed reply keeps its text, so that it can be sent again.
    if (status !== 'FAILED') setText('');
    field.current?.focus();
  };
  /** Replaces the selection in the field. */
  const insert = (inserted: string): void => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {};
    setText(`${text.slice(0, selectionStart)}${inserted}${text.slice(selectionEnd)}`.slice(0, textCharsMax));
  };
  return (
    <>
      <Form className="flex flex-col gap-3" onSubmit={send}>
        <Field label={t('yourReplyToAuthor', { author })} error={detailFor(replying.error, 'text')}>
          {(ids) => (
            <textarea
              {...ids}
              ref={field}
              required
              rows={3}
              maxLength={textCharsMax}
              value={text}
              className={inputClass}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Refusal
          answered={answered}
          error={replying.error}
          onResolved={() => {
            setText('');
            replying.reset();
            field.current?.focus();
          }}
        />
        <div className="flex flex-wrap justify-between gap-2">
          <SavedReplies field={field} onInsert={insert} onManage={() => setManaging(true)} />
          <Button type="submit" look="primary" busy={replying.isPending}>
            {replying.isPending ? t('sending') : t('send')}
          </Button>
        </div>
      </Form>
      {managing && <ManageSavedReplies draft={text} onClose={() => setManaging(false)} />}
    </>
  );
}

/** Shows why the reply was not sent. If the same text may already be public, asks the user to check that first. */
function Refusal(props: { answered: Comment; error: unknown; onResolved: () => void }) {
  const { answered, error, onResolved } = props;
  if (!isUnconfirmedRepeat(error)) return <ErrorNote error={error} fields={['text']} />;
  const { replyId } = error.body;
  return (
    <div role="alert">
      <MayBePublic
        title={t('theSameReplyWasSent')}
        replyId={typeof replyId === 'string' ? replyId : null}
        place={answered}
        url={answered.externalUrl}
        mayWrite
        onResolved={onResolved}
      />
    </div>
  );
}

/** Whether the same text was sent before with an unknown outcome. */
const isUnconfirmedRepeat = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409 && error.body['status'] === 'UNCONFIRMED';
