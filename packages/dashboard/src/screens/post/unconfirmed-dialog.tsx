import { useState } from 'react';
import { useRetryPost, type Post, type Target } from '../../api/posts.js';
import { placeOf } from '../../lib/post-changes.js';
import { platformNames } from '../../lib/platform-looks.js';
import { showToast } from '../../lib/toasts.js';
import { useAlone } from '../../lib/use-alone.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-state.js';
import { ChoiceBox } from '../../ui/field.js';

const answers = {
  THERE: {
    label: 'Yes, it is there',
    hint: 'Nothing needs to be published. Punctual checks again, so that it finds the post too.',
    action: 'Check again',
  },
  ABSENT: {
    label: 'No, it is not there',
    hint: 'Punctual checks once more, and publishes the post if the platform does not show it.',
    action: 'Publish again',
  },
  UNSURE: {
    label: 'I cannot tell',
    hint: 'Punctual checks again. It publishes the post only if the platform proves that it is not there.',
    action: 'Check again',
  },
} as const;
type Answer = keyof typeof answers;

/** It was sent and nobody knows whether it is public: what to look at, and what follows from what is seen. */
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
  const retrying = useRetryPost(post);
  const alone = useAlone();
  const submit = async (): Promise<void> => {
    if (answer === null) return;
    await retrying.mutateAsync({ targetIds: [target.id], republishUnconfirmed: answer === 'ABSENT' });
    showToast(answer === 'ABSENT' ? 'Publishing again' : 'Checking the platform', 'info');
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Was it published? ${placeOf(target)}`}
      description="The post was sent, but no clear response came back. If it was published, publishing it again would create a duplicate."
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          alone(submit);
        }}
      >
        <p>
          <strong>Step 1.</strong> Open the account on {platformNames[target.platform]} and look for the post.
          Wait a few minutes: some platforms show posts late.
        </p>
        <Answers answer={answer} onAnswer={setAnswer} />
        <ErrorNote error={retrying.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={answer === null} busy={retrying.isPending}>
            {answer === null ? 'Step 3: continue' : answers[answer].action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
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
          onChange={() => {
            onAnswer(value);
          }}
        />
      ))}
    </fieldset>
  );
}
