import { useState, type ReactNode } from 'react';
import { detailFor } from '../../api/errors.js';
import { useResolveTarget, useRetryPost, type Post, type Target } from '../../api/posts.js';
import { placeOf } from '../../lib/post-changes.js';
import { platformNames } from '../../lib/platform-looks.js';
import { showToast } from '../../lib/toasts.js';
import { t } from '../../messages/post.js';
import { Dialog } from '../../ui/dialog.js';
import { ChoiceBox, TextField } from '../../ui/field.js';
import { DialogForm } from '../../ui/form.js';

const answers = ['THERE', 'ABSENT', 'UNSURE'] as const;
type Answer = (typeof answers)[number];

const strong = (words: ReactNode) => <strong>{words}</strong>;

/** Asks the user to look for an unconfirmed post on the platform, and explains the consequence of each answer. */
export function UnconfirmedDialog({
  post,
  target,
  onClose,
}: {
  post: Post;
  target: Target;
  onClose: () => void;
}) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [url, setUrl] = useState('');
  const { send, error, isPending } = useAnswer(post, target, url.trim());
  const submit = async (): Promise<void> => {
    if (answer === null) return;
    await send(answer);
    showToast(t(`unconfirmed.${answer}.told`), answer === 'THERE' ? 'good' : 'info');
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('unconfirmed.title', { place: placeOf(target) })}
      description={t('unconfirmed.reason')}
    >
      <DialogForm
        action={answer === null ? t('unconfirmed.step3') : t(`unconfirmed.${answer}.action`)}
        sending={{ error, isPending }}
        fields={['externalUrl']}
        disabled={answer === null}
        onSubmit={submit}
        onCancel={onClose}
      >
        <p>{t.rich('unconfirmed.step1', { platform: platformNames[target.platform], strong })}</p>
        <Answers answer={answer} onAnswer={setAnswer} />
        {answer === 'THERE' && <UrlField target={target} url={url} onUrl={setUrl} error={error} />}
      </DialogForm>
    </Dialog>
  );
}

/**
 * Returns a function that sends the answer. "I cannot tell" lets the service look again; the other answers resolve the
 * target.
 */
function useAnswer(post: Post, target: Target, externalUrl: string) {
  const retrying = useRetryPost(post);
  const resolving = useResolveTarget(post);
  const send = async (answer: Answer): Promise<void> => {
    if (answer === 'UNSURE') {
      await retrying.mutateAsync({ targetIds: [target.id] });
      return;
    }
    const published = answer === 'THERE';
    const said = { published, ...(published && externalUrl !== '' && { externalUrl }) };
    await resolving.mutateAsync({ targetId: target.id, answer: said });
  };
  return {
    send,
    error: retrying.error ?? resolving.error,
    isPending: retrying.isPending || resolving.isPending,
  };
}

function UrlField(props: { target: Target; url: string; onUrl: (url: string) => void; error: unknown }) {
  const { target, url, onUrl, error } = props;
  return (
    <TextField
      label={t('unconfirmed.url', { platform: platformNames[target.platform] })}
      hint={target.firstComment === null ? t('unconfirmed.urlHint') : t('unconfirmed.urlHintComment')}
      type="url"
      value={url}
      error={detailFor(error, 'externalUrl')}
      onChange={(event) => onUrl(event.target.value)}
    />
  );
}

function Answers({ answer, onAnswer }: { answer: Answer | null; onAnswer: (answer: Answer) => void }) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1">{t.rich('unconfirmed.step2', { strong })}</legend>
      {answers.map((value) => (
        <ChoiceBox
          key={value}
          type="radio"
          name="answer"
          checked={answer === value}
          label={t(`unconfirmed.${value}.label`)}
          hint={t(`unconfirmed.${value}.hint`)}
          onChange={() => onAnswer(value)}
        />
      ))}
    </fieldset>
  );
}
