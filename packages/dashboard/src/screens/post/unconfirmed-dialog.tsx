import { useState } from 'react';
import { detailFor } from '../../api/errors.js';
import { useResolveTarget, useRetryPost, type Post, type Target } from '../../api/posts.js';
import { placeOf } from '../../lib/post-changes.js';
import { platformNames } from '../../lib/platform-looks.js';
import { showToast } from '../../lib/toasts.js';
import { Dialog } from '../../ui/dialog.js';
import { ChoiceBox, TextField } from '../../ui/field.js';
import { DialogForm } from '../../ui/form.js';

const answers = {
  THERE: {
    label: 'Yes, it is there',
    hint: 'The post counts as published from now on. Nothing is sent to the platform, except for its first comment.',
    action: 'Mark as published',
    told: 'Marked as published',
  },
  ABSENT: {
    label: 'No, it is not there',
    hint: 'Punctual checks once more, and publishes the post if the platform does not show it.',
    action: 'Publish again',
    told: 'Publishing again',
  },
  UNSURE: {
    label: 'I cannot tell',
    hint: 'Punctual checks again. It publishes the post only if the platform proves that it is not there.',
    action: 'Check again',
    told: 'Checking the platform',
  },
} as const;
type Answer = keyof typeof answers;

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
    showToast(answers[answer].told, answer === 'THERE' ? 'good' : 'info');
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Was it published? ${placeOf(target)}`}
      description="The post was sent, but no clear response came back. If it was published, publishing it again would create a duplicate."
    >
      <DialogForm
        action={answer === null ? 'Step 3: continue' : answers[answer].action}
        sending={{ error, isPending }}
        fields={['externalUrl']}
        disabled={answer === null}
        onSubmit={submit}
        onCancel={onClose}
      >
        <p>
          <strong>Step 1.</strong> Open the account on {platformNames[target.platform]} and look for the post.
          Wait a few minutes: some platforms show posts late.
        </p>
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
      label={`URL of the post on ${platformNames[target.platform]} (optional)`}
      hint={
        target.firstComment === null
          ? 'So that people find it from here.'
          : 'So that people find it from here. Its first comment is sent if the URL names the account and the post.'
      }
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
      <legend className="mb-1">
        <strong>Step 2.</strong> Is it there?
      </legend>
      {(Object.keys(answers) as Answer[]).map((value) => (
        <ChoiceBox
          key={value}
          type="radio"
          name="answer"
          checked={answer === value}
          label={answers[value].label}
          hint={answers[value].hint}
          onChange={() => onAnswer(value)}
        />
      ))}
    </fieldset>
  );
}
