import { useState } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import { useShortcut } from '../../lib/use-shortcut.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { isPartlyPublic } from '../../lib/partly-public.js';
import type { Post } from './api.js';
import { draftOf, uploadsMissing, wantedAt } from './draft.js';
import { approvalEndsWarning } from '../../lib/labels.js';
import { accountName, type Form } from './form.js';
import { isWaiting } from './send.js';
import type { Intent } from './sent.js';

const endedStates: readonly (Post['status'] | undefined)[] = ['FAILED', 'CANCELED'];

/** The buttons below the form. If the form is incomplete, pressing a button says what is missing. */
export function Actions(props: {
  form: Form;
  base: Post | null;
  sending: Intent | null;
  onSend: (intent: Intent) => void;
}) {
  const { form, base, sending, onSend } = props;
  const { requireApproval } = useWorkspace();
  const [gap, setGap] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ifComplete = (intent: Intent, go: () => void): void => {
    const plannedAt = base === null ? null : wantedAt(draftOf(base, form.draft.timezone));
    const missing = gapOf(form, intent, plannedAt);
    setGap(missing);
    if (missing === null && sending === null) go();
  };
  const waits = base !== null && isWaiting(base);
  const press = (intent: Intent) => () => {
    ifComplete(intent, () => onSend(intent));
  };
  const isRest = base !== null && isPartlyPublic(base);
  // The shortcut does what the first button does.
  useShortcut('send', press(!isRest ? 'schedule' : base.status === 'NEEDS_APPROVAL' ? 'keep' : 'retry'));
  const askToPublish = (): void => {
    ifComplete('now', () => setAsking(true));
  };
  return (
    <div className="flex flex-col gap-3">
      {requireApproval && <ApprovalEnds base={base} />}
      <div role="alert">{gap !== null && <p className="font-medium text-bad">{gap}</p>}</div>
      {isRest ? (
        <RetryButtons base={base} busy={sending !== null} press={press} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button look="primary" busy={sending !== null} onClick={press('schedule')}>
            {waits ? 'Save changes' : requireApproval ? 'Submit for approval' : 'Schedule'}
          </Button>
          {endedStates.includes(base?.status) && (
            <Button busy={sending !== null} onClick={press('keep')}>
              Save changes
            </Button>
          )}
          <Button busy={sending !== null} onClick={press('draft')}>
            {waits ? 'Revert to draft' : 'Save as draft'}
          </Button>
          {!requireApproval && <PublishButton busy={sending !== null} onPress={askToPublish} />}
        </div>
      )}
      <PublishDialog
        form={form}
        open={isAsking}
        onClose={(isConfirmed) => {
          setAsking(false);
          if (isConfirmed) onSend('now');
        }}
      />
    </div>
  );
}

function ApprovalEnds({ base }: { base: Post | null }) {
  if (base === null || base.approvedAt === null) return null;
  return <p className="text-sm text-muted">{approvalEndsWarning}</p>;
}

function PublishButton({ busy, onPress }: { busy: boolean; onPress: () => void }) {
  return (
    <Button busy={busy} onClick={onPress}>
      Publish now
    </Button>
  );
}

/** The buttons for a retry. While a retry waits for approval, the user can only save changes. */
function RetryButtons(props: { base: Post; busy: boolean; press: (intent: Intent) => () => void }) {
  const { base, busy, press } = props;
  const { requireApproval } = useWorkspace();
  const waits = base.status === 'NEEDS_APPROVAL';
  return (
    <div className="flex flex-wrap gap-2">
      {!waits && (
        <Button look="primary" busy={busy} onClick={press('retry')}>
          {requireApproval ? 'Save and submit for approval' : 'Save and retry'}
        </Button>
      )}
      <Button look={waits ? 'primary' : 'plain'} busy={busy} onClick={press('keep')}>
        Save changes
      </Button>
    </div>
  );
}

function PublishDialog({
  form,
  open,
  onClose,
}: {
  form: Form;
  open: boolean;
  onClose: (isConfirmed: boolean) => void;
}) {
  return (
    <ConfirmDialog
      open={open}
      title="Publish now?"
      action="Publish"
      danger={false}
      onClose={() => onClose(false)}
      onConfirm={() => onClose(true)}
    >
      <p>
        It will be published within half a minute on{' '}
        {form.draft.targets.map(({ accountId }) => accountName(form, accountId)).join(', ')}.
      </p>
    </ConfirmDialog>
  );
}

/**
 * Returns the reason why the form cannot be sent yet, or null. `plannedAt` is the stored time of the post: a draft may
 * keep a time that has passed, and needs no accounts.
 */
function gapOf(form: Form, intent: Intent, plannedAt: string | null): string | null {
  const { draft, uploading } = form;
  const isDraft = intent === 'draft';
  if (draft.targets.length === 0 && !isDraft) return 'Select at least one account.';
  if (uploading > 0 || uploadsMissing(draft).length > 0)
    return 'An upload is not finished. Wait for it, or cancel it.';
  // The service treats an empty list of an account's media as "use the shared media", so the list must not be empty.
  const bare = draft.targets.find(({ mediaIds }) => mediaIds?.length === 0);
  if (bare !== undefined) {
    const name = accountName(form, bare.accountId);
    return `Add an image or video for ${name}, or stop using different ones for it.`;
  }
  const at = wantedAt(draft);
  if (intent === 'schedule' && at === null) return 'Enter a date and a time.';
  if (intent === 'draft' && at !== null && at !== plannedAt && Date.parse(at) <= Date.now())
    return 'This time has passed. Choose a later one, or clear the date and the time.';
  return null;
}
