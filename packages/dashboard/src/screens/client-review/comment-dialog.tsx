import { useState } from 'react';
import { detailFor } from '../../api/errors.js';
import { showToast } from '../../lib/toasts.js';
import { t } from '../../messages/client-review.js';
import { Dialog } from '../../ui/dialog.js';
import { TextArea } from '../../ui/field.js';
import { DialogForm } from '../../ui/form.js';
import { useWriteComment, type ClientPost } from './api.js';

const commentCharsMax = 2_000;

export function CommentDialog({ post, onClose }: { post: ClientPost; onClose: () => void }) {
  const [text, setText] = useState('');
  const writing = useWriteComment(post);
  const write = async (): Promise<void> => {
    await writing.mutateAsync(text);
    showToast(t('commentSent'));
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={t('commentOnThePost')} description={t('theTeamSeesYourComment')}>
      <DialogForm
        action={t('sendComment')}
        sending={writing}
        fields={['text']}
        onSubmit={write}
        onCancel={onClose}
      >
        <TextArea
          label={t('comment')}
          required
          rows={4}
          maxLength={commentCharsMax}
          value={text}
          error={detailFor(writing.error, 'text')}
          onChange={(event) => setText(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
