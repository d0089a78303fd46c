import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useAllAccounts } from '../../api/accounts.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { focusHeading } from '../../lib/focus-heading.js';
import { isRemoved } from '../../lib/shown-state.js';
import { t } from '../../messages/home.js';
import { IconButton } from '../../ui/icon-button.js';
import { OutLink } from '../../ui/out-link.js';
import { useLatestPosts, usePublishedPosts } from './api.js';

const linkClass = 'inline-flex min-h-6 items-center text-accent hover:underline';

const dismissedKey = (workspaceId: string): string => `punctual.first-steps.${workspaceId}`;

/** The first steps in a new workspace, until all are done or the card is closed in this browser. */
export function FirstSteps() {
  const { id } = useWorkspace();
  const [isDismissed, setIsDismissed] = useState(
    () => globalThis.localStorage.getItem(dismissedKey(id)) !== null,
  );
  const mayWrite = useMay('writePosts');
  const mayManage = useMay('manageAccounts');
  if (isDismissed || !mayWrite || !mayManage) return null;
  return (
    <Steps
      onDismiss={() => {
        globalThis.localStorage.setItem(dismissedKey(id), 'dismissed');
        setIsDismissed(true);
        focusHeading();
      }}
    />
  );
}

/** Returns which of the first steps are done; undefined while that is being read, or if it cannot be read. */
function useProgress() {
  const latest = useLatestPosts().data;
  const published = usePublishedPosts().data;
  const accounts = useAllAccounts(useWorkspace().id).data;
  if (latest === undefined || published === undefined || accounts === undefined) return undefined;
  const [seen] = published;
  return {
    hasWritten: latest.length > 0,
    hasSeen: seen !== undefined,
    hasReal: accounts.some(({ sandbox }) => !sandbox),
    inSandbox: accounts.some(({ sandbox }) => sandbox),
    url:
      seen?.targets.find((target) => target.externalUrl !== null && !isRemoved(target))?.externalUrl ?? null,
  };
}

function Steps({ onDismiss }: { onDismiss: () => void }) {
  const progress = useProgress();
  if (progress === undefined || (progress.hasWritten && progress.hasSeen && progress.hasReal)) return null;
  return (
    <section
      aria-label={t('firstSteps')}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 shadow-card"
    >
      <header className="flex items-center justify-between gap-3">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 className="font-semibold">{t('threeStepsToYourFirst')}</h2>
          <p className="text-sm text-muted">{t('eachIsTickedAsSoon')}</p>
        </div>
        <IconButton label={t('dismissTheFirstSteps')} icon={X} onClick={onDismiss} />
      </header>
      <StepList {...progress} />
    </section>
  );
}

function StepList(progress: NonNullable<ReturnType<typeof useProgress>>) {
  const { hasWritten, hasSeen, hasReal, inSandbox, url } = progress;
  const { id } = useWorkspace();
  return (
    <ol className="grid gap-x-6 gap-y-3 lg:grid-cols-3">
      <Step
        number={1}
        title={t('writeAPost')}
        isDone={hasWritten}
        action={
          <Link to={`/w/${id}/compose`} className={linkClass}>
            {t('writeAPost')}
          </Link>
        }
      >
        {t('textAccountsAndATime')}
      </Step>
      <Step
        number={2}
        title={inSandbox ? t('seeItInTheSandbox') : t('seeItPublished')}
        isDone={hasSeen}
        action={url !== null && <OutLink href={url}>{t('viewThePublishedPost')}</OutLink>}
      >
        {inSandbox ? t('sandboxAccountsPublishToSimulated') : t('onceAPostIsPublished')}
      </Step>
      <Step
        number={3}
        title={t('connectARealAccount')}
        isDone={hasReal}
        action={
          <Link to={`/w/${id}/accounts`} className={linkClass}>
            {t('connectAnAccount')}
          </Link>
        }
      >
        {t('elevenPlatformsBlueskyNeedsNo')}
      </Step>
    </ol>
  );
}

function Step(props: {
  number: number;
  title: string;
  isDone: boolean;
  action: ReactNode;
  children: ReactNode;
}) {
  const { number, title, isDone, action, children } = props;
  return (
    <li className="flex items-start gap-2.5 text-sm">
      <span
        className={`mt-0.5 inline-flex size-6 shrink-0 items-center justify-center rounded-full ${isDone ? 'bg-good-soft text-good' : 'bg-accent-soft text-accent'}`}
      >
        {isDone ? <Check aria-hidden className="size-4" /> : number}
      </span>
      <div className="flex min-w-0 flex-col items-start">
        <h3 className="text-base font-medium">
          {title}
          {isDone && <span className="sr-only">{t('done')}</span>}
        </h3>
        <p className="text-muted">{children}</p>
        {action !== false && action}
      </div>
    </li>
  );
}
