import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useFirstAccounts } from '../../api/accounts.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { focusHeading } from '../../lib/focus-heading.js';
import { t } from '../../messages/home.js';
import { buttonClass } from '../../ui/button.js';
import { IconButton } from '../../ui/icon-button.js';
import { OutLink } from '../../ui/out-link.js';
import { useLatestPosts, usePublishedPosts } from './api.js';

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

/** Returns how far the workspace is; undefined while that is read, or if it cannot be read. */
function useProgress() {
  const latest = useLatestPosts().data;
  const published = usePublishedPosts().data;
  const accounts = useFirstAccounts(useWorkspace().id).data;
  if (latest === undefined || published === undefined || accounts === undefined) return undefined;
  const [seen] = published;
  return {
    hasWritten: latest.length > 0,
    hasSeen: seen !== undefined,
    hasReal: accounts.some(({ sandbox }) => !sandbox),
    inSandbox: accounts.some(({ sandbox }) => sandbox),
    url: seen?.targets.find(({ externalUrl }) => externalUrl !== null)?.externalUrl ?? null,
  };
}

function Steps({ onDismiss }: { onDismiss: () => void }) {
  const progress = useProgress();
  if (progress === undefined || (progress.hasWritten && progress.hasSeen && progress.hasReal)) return null;
  return (
    <section
      aria-label={t('firstSteps')}
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <header className="flex items-start justify-between gap-3">
        <div>
          <h2 className="text-lg font-semibold">{t('threeStepsToYourFirst')}</h2>
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
    <ol className="grid gap-3 md:grid-cols-3">
      <Step
        number={1}
        title={t('writeAPost')}
        isDone={hasWritten}
        action={
          <Link to={`/w/${id}/compose`} className={buttonClass(hasWritten ? 'plain' : 'primary')}>
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
          <Link to={`/w/${id}/accounts`} className={buttonClass()}>
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
    <li className="flex flex-col gap-2 rounded-md bg-raised p-4">
      <h3 className="flex items-center gap-2 font-semibold">
        <span
          className={`inline-flex size-6 shrink-0 items-center justify-center rounded-full text-sm ${isDone ? 'bg-good-soft text-good' : 'bg-accent-soft text-accent'}`}
        >
          {isDone ? <Check aria-hidden className="size-4" /> : number}
        </span>
        {title}
        {isDone && <span className="sr-only">{t('done')}</span>}
      </h3>
      <p className="text-sm">{children}</p>
      {action !== false && <div className="mt-auto pt-1">{action}</div>}
    </li>
  );
}
