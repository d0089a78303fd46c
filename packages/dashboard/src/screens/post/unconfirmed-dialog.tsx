import { useState } from 'react';
import { useRetryPost, type Post, type Target } from '../../api/posts.js';
import { placeOf } from '../../lib/post-changes.js';
import { platformNames } from '../../lib/platform-names.js';
import { showToast } from '../../lib/toasts.js';
import { useAlone } from '../../lib/use-alone.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-state.js';
import { ChoiceBox } from '../../ui/field.js';

const answers = {
  THERE: {
    label: 'Yes, it is there',
    hint: 'Then nothing has to be published. Punctual looks again, so that it finds it too.',
    action: 'Look again',
  },
  ABSENT: {
    label: 'No, it is not there',
    hint: 'Punctual looks once more, and publishes it if the platform does not show it.',
    action: 'Publish again',
  },
  UNSURE: {
    label: 'I cannot tell',
    hint: 'Punctual looks again. It publishes only where the platform proves that the post is not there.',
    action: 'Look again',
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
  const retrying = useRetryPost(post.id);
  const alone = useAlone();
  const submit = async (): Promise<void> => {
    if (answer === null) return;
    await retrying.mutateAsync({ targetIds: [target.id], republishUnconfirmed: answer === 'ABSENT' });
    showToast(answer === 'ABSENT' ? 'It is being published again' : 'Punctual looks for it', 'info');
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Is it public? ${placeOf(target)}`}
      description="The post was sent and the answer was lost. If it is public, publishing it again would show it twice."
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          alone(submit);
        }}
      >
        <p>
          <strong>Step 1.</strong> Open the account at {platformNames[target.platform]} and look for the post.
          Give it a few minutes: some platforms show a post late.
        </p>
        <Answers answer={answer} onAnswer={setAnswer} />
        <ErrorNote error={retrying.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={answer === null} busy={retrying.isPending}>
            {answer === null ? 'Step 3: go on' : answers[answer].action}
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
