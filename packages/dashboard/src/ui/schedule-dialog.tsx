import { useState } from 'react';
import { detailFor } from '../api/errors.js';
import { useSchedulePost, type Post } from '../api/posts.js';
import { useWorkspace } from '../api/workspace.js';
import { formatInstant, localTimeZone } from '../lib/dates.js';
import { placeOf } from '../lib/post-changes.js';
import { isActionAllowed } from '../../../../src/domain/post-actions.js';
import { showToast } from '../lib/toasts.js';
import { useHasPassed } from '../lib/use-now.js';
import { pastTime, submitWarning } from '../lib/labels.js';
import { instantOf, wallClockOf } from '../lib/date-fields.js';
import { findingText } from '../lib/finding-sentence.js';
import { lateWarnings } from '../lib/late-warnings.js';
import { t } from '../messages/post-actions.js';
import { Button } from './button.js';
import { ClockChangeNote } from './clock-change-note.js';
import { Dialog, DialogActions } from './dialog.js';
import { DateField, TimeField } from './date-field.js';
import { DialogForm } from './form.js';
import { ToldText } from './told-text.js';
import type { Told } from '../lib/told.js';

const soonMs = 3_600_000;

/**
 * Lets the user schedule a post, in the post's own zone. Warnings of the service are shown before the dialog closes.
 */
export function ScheduleDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const [warnings, setWarnings] = useState<ReturnType<typeof lateWarnings>>([]);
  if (warnings.length > 0) {
    return (
      <Dialog open onClose={onClose} title={t('scheduling.warnings')}>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {warnings.map((warning) => (
            <li key={`${warning.code} ${warning.targetId}`}>
              {post.targets.filter(({ id }) => id === warning.targetId).map(placeOf)}:{' '}
              <ToldText told={findingText(warning)} />
            </li>
          ))}
        </ul>
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            {t('scheduling.ok')}
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={isActionAllowed('reschedule', post.status) ? t('scheduling.titleAgain') : t('scheduling.title')}
    >
      <ScheduleForm post={post} onClose={onClose} onWarnings={setWarnings} />
    </Dialog>
  );
}

function ScheduleForm(props: {
  post: Post;
  onClose: () => void;
  onWarnings: (warnings: ReturnType<typeof lateWarnings>) => void;
}) {
  const { onClose, onWarnings } = props;
  // The post as it was when the dialog opened, because the fields contain its time.
  const [post] = useState(props.post);
  const zone = post.timezone ?? localTimeZone();
  const [wall, setWall] = useState(() => wallClockOf(firstTimeOf(post), zone));
  const [problem, setProblem] = useState<string>();
  const scheduling = useSchedulePost(post);
  const { requireApproval } = useWorkspace();
  const isSubmitted = requireApproval && post.approvedAt === null && post.status !== 'NEEDS_APPROVAL';
  const instant = instantOf(wall, zone, post.scheduledAt);
  const hasPassed = useHasPassed(instant);
  const submit = async (): Promise<void> => {
    setProblem(instant === null ? t('scheduling.timeMissing') : undefined);
    if (instant === null || hasPassed) return;
    const moves = isActionAllowed('reschedule', post.status);
    const answer = await scheduling.mutateAsync({ scheduledAt: instant, moves });
    const time = formatInstant(instant, { timeZone: zone });
    showToast(
      answer.status === 'NEEDS_APPROVAL'
        ? t('scheduling.submitted', { time })
        : t('scheduling.done', { time }),
    );
    const warnings = lateWarnings(answer);
    if (warnings.length > 0) onWarnings(warnings);
    else onClose();
  };
  return (
    <DialogForm
      noValidate
      action={isActionAllowed('reschedule', post.status) ? t('move') : t('schedule')}
      sending={scheduling}
      fields={['scheduledAt']}
      onSubmit={submit}
      onCancel={onClose}
    >
      <WallClockFields
        wall={wall}
        zone={zone}
        onWall={setWall}
        problem={hasPassed ? pastTime : (problem ?? detailFor(scheduling.error, 'scheduledAt'))}
      />
      <ClockChangeNote clock={wall} at={instant} timeZone={zone} />
      {instant !== null && zone !== localTimeZone() && (
        <p className="text-sm text-muted">{t('scheduling.inYourZone', { time: formatInstant(instant) })}</p>
      )}
      {isSubmitted && <p className="text-sm text-muted">{submitWarning}</p>}
    </DialogForm>
  );
}

function WallClockFields(props: {
  wall: { date: string; time: string };
  zone: string;
  onWall: (wall: { date: string; time: string }) => void;
  problem: Told | undefined;
}) {
  const { wall, zone, onWall, problem } = props;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DateField
        label={t('scheduling.date')}
        required
        value={wall.date}
        onValue={(date) => onWall({ ...wall, date })}
      />
      <TimeField
        label={t('scheduling.time')}
        required
        hint={zone}
        value={wall.time}
        error={problem}
        onValue={(time) => onWall({ ...wall, time })}
      />
    </div>
  );
}

/** Returns the initial time: the post's own if it is in the future, otherwise one hour from now. */
function firstTimeOf({ scheduledAt }: Post): string {
  const known = scheduledAt === null ? Number.NaN : Date.parse(scheduledAt);
  return new Date(known > Date.now() ? known : Date.now() + soonMs).toISOString();
}
