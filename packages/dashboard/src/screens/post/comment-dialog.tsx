import { useState } from 'react';
import { ApiError, detailFor } from '../../api/errors.js';
import { useReplaceFirstComment, type Post, type Target } from '../../api/posts.js';
import { placeOf } from '../../lib/post-changes.js';
import { showToast } from '../../lib/toasts.js';
import { useLastError } from '../../lib/use-last-error.js';
import { t } from '../../messages/post.js';
import { Dialog } from '../../ui/dialog.js';
import { TextArea } from '../../ui/field.js';
import { DialogForm } from '../../ui/form.js';

/** The path of errors about the comment. The update contains only the changed target, so its index is 0. */
const field = 'targets.0.firstComment';
const textCharsMax = 10_000;

/** Lets the user replace the text of a failed first comment, and sends the new one immediately. */
export function CommentDialog({
  post,
  target,
  onClose,
}: {
  post: Post;
  target: Target;
  onClose: () => void;
}) {
  const [text, setText] = useState(target.firstComment ?? '');
  const [problem, setProblem] = useState<string>();
  const replacing = useReplaceFirstComment(post);
  const error = useLastError(replacing);
  const submit = async (): Promise<void> => {
    const isEmpty = text.trim() === '';
    setProblem(isEmpty ? t('comment.missing') : undefined);
    if (isEmpty) return;
    await replacing.mutateAsync({ target, text });
    showToast(t('sendingComment'), 'info');
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('comment.title', { place: placeOf(target) })}
      description={t('comment.effect')}
    >
      <DialogForm
        noValidate
        action={t('comment.action')}
        sending={replacing}
        fields={[field]}
        onSubmit={submit}
        onCancel={onClose}
      >
        <TextArea
          label={t('firstComment')}
          required
          rows={4}
          maxLength={textCharsMax}
          value={text}
          error={problem ?? detailFor(error, field)}
          onChange={(event) => setText(event.target.value)}
        />
        {isTooSoon(error) && <p>{t('comment.savedOnly')}</p>}
      </DialogForm>
    </Dialog>
  );
}

const isTooSoon = (error: unknown): boolean => error instanceof ApiError && error.code === 'RETRY_COOLDOWN';
