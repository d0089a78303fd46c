import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import { useShortcut } from '../../lib/use-shortcut.js';
import { t } from '../../messages/composer.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Menu } from '../../ui/menu.js';
import { isPartlyPublic } from '../../lib/partly-public.js';
import type { Post } from './api.js';
import { draftOf, wantedAt, type Draft } from './draft.js';
import { approvalEndsWarning } from '../../lib/labels.js';
import { accountName, type Form } from './form.js';
import { gapOf, type Gap } from './gaps.js';
import { isWaiting } from './send.js';
import type { Intent } from './sent.js';

const endedStates: readonly (Post['status'] | undefined)[] = ['FAILED', 'CANCELED'];

/** The buttons of the form. If the form is incomplete, pressing a button says what is missing and goes there. */
export function Actions(props: {
  form: Form;
  base: Post | null;
  /** The draft with the time at which Schedule would plan it. */
  timed: Draft;
  sending: Intent | null;
  onSend: (intent: Intent) => void;
}) {
  const { form, base, timed, sending, onSend } = props;
  const [gap, setGap] = useState<Gap | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ifComplete = (intent: Intent, go: () => void): void => {
    const plannedAt = base === null ? null : wantedAt(draftOf(base, form.draft.timezone));
    const missing = gapOf(form, { intent, plannedAt, timed });
    setGap(missing);
    if (missing !== null) form.goTo(missing.spot);
    else if (sending === null) go();
  };
  const busy = sending !== null;
  const press = (intent: Intent) => () => {
    ifComplete(intent, () => onSend(intent));
  };
  const isRest = base !== null && isPartlyPublic(base);
  // The shortcut does what the main button does.
  useShortcut('send', press(!isRest ? 'schedule' : base.status === 'NEEDS_APPROVAL' ? 'keep' : 'retry'));
  return (
    <>
      <div role="alert" className="basis-full text-right empty:hidden">
        {gap !== null && <p className="text-sm font-medium text-bad">{gap.told}</p>}
      </div>
      {isRest ? (
        <RetryButtons base={base} busy={busy} press={press} />
      ) : (
        <PostButtons
          base={base}
          busy={busy}
          press={press}
          onPublish={() => ifComplete('now', () => setAsking(true))}
        />
      )}
      <PublishDialog
        form={form}
        open={isAsking}
        onClose={(isConfirmed) => {
          setAsking(false);
          if (isConfirmed) onSend('now');
        }}
      />
    </>
  );
}

function PostButtons(props: {
  base: Post | null;
  busy: boolean;
  press: (intent: Intent) => () => void;
  onPublish: () => void;
}) {
  const { base, busy, press, onPublish } = props;
  const { requireApproval } = useWorkspace();
  const waits = base !== null && isWaiting(base);
  const main = waits ? t('saveChanges') : requireApproval ? t('submit') : t('schedule');
  return (
    <>
      {endedStates.includes(base?.status) && (
        <Button busy={busy} onClick={press('keep')}>
          {t('saveChanges')}
        </Button>
      )}
      <Button busy={busy} onClick={press('draft')}>
        {waits ? t('toDraft') : t('saveDraft')}
      </Button>
      <span className="inline-flex">
        <Button
          look="primary"
          busy={busy}
          className={requireApproval ? '' : 'rounded-r-none!'}
          onClick={press('schedule')}
        >
          {main}
        </Button>
        {!requireApproval && (
          <Menu
            label={t('moreWays')}
            look="primary"
            className="rounded-l-none! border-l-on-accent/40! px-2!"
            trigger={<ChevronDown className="size-4.5" />}
            items={[{ label: t('publishNow'), onSelect: onPublish, disabled: busy }]}
          />
        )}
      </span>
    </>
  );
}

/** Says that an approved post has to be approved again. */
export function ApprovalEnds({ base }: { base: Post | null }) {
  const { requireApproval } = useWorkspace();
  if (!requireApproval || base === null || base.approvedAt === null) return null;
  return <p>{approvalEndsWarning}</p>;
}

/** The buttons for a retry. While a retry waits for approval, the user can only save changes. */
function RetryButtons(props: { base: Post; busy: boolean; press: (intent: Intent) => () => void }) {
  const { base, busy, press } = props;
  const { requireApproval } = useWorkspace();
  const waits = base.status === 'NEEDS_APPROVAL';
  return (
    <>
      <Button look={waits ? 'primary' : 'plain'} busy={busy} onClick={press('keep')}>
        {t('saveChanges')}
      </Button>
      {!waits && (
        <Button look="primary" busy={busy} onClick={press('retry')}>
          {requireApproval ? t('saveAndSubmit') : t('saveAndRetry')}
        </Button>
      )}
    </>
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
      title={t('publishQuestion')}
      action={t('publish')}
      danger={false}
      onClose={() => onClose(false)}
      onConfirm={() => onClose(true)}
    >
      <p>
        {t('publishEffect', {
          accounts: form.draft.targets.map(({ accountId }) => accountName(form, accountId)).join(', '),
        })}
      </p>
    </ConfirmDialog>
  );
}
