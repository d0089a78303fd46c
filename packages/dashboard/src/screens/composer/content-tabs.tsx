import { t } from '../../messages/composer.js';
import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { PlatformMark } from '../../ui/platform-mark.js';
import type { TargetDraft } from './draft.js';
import { shortName, type Form } from './form.js';
import { SharedPanel } from './shared-panel.js';
import { TargetPanel } from './target-panel.js';
import { sharedTab } from './use-place.js';

/**
 * The content of the post: one tab for what all accounts share, and one for each account. A partly public post has no
 * shared tab, because only its failed accounts can still change.
 */
export function ContentTabs(props: {
  form: Form;
  tab: string;
  hasShared: boolean;
  onTab: (tab: string) => void;
}) {
  const { form, tab, hasShared, onTab } = props;
  const { targets } = form.draft;
  return (
    <Base.Root
      value={tab}
      className="flex min-w-0 flex-col gap-3"
      onValueChange={(next: string) => onTab(next)}
    >
      {targets.length > 0 && (
        <Base.List aria-label={t('content')} className="flex shrink-0 flex-wrap gap-x-1 border-b border-line">
          {hasShared && <OneTab value={sharedTab}>{t('all')}</OneTab>}
          {targets.map((target) => (
            <OneTab key={target.accountId} value={target.accountId}>
              <PlatformMark platform={target.platform} />
              <span className="max-w-40 truncate">{shortName(form, target.accountId)}</span>
              <Signs form={form} target={target} />
            </OneTab>
          ))}
        </Base.List>
      )}
      {hasShared && (
        <Base.Panel value={sharedTab} keepMounted tabIndex={-1}>
          <SharedPanel form={form} />
        </Base.Panel>
      )}
      {targets.map((target) => (
        <Base.Panel key={target.accountId} value={target.accountId} keepMounted tabIndex={-1}>
          <TargetPanel form={form} target={target} isShown={tab === target.accountId} />
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

function OneTab({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Base.Tab
      value={value}
      className="relative inline-flex min-h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-3 text-sm font-medium text-muted hover:text-ink data-active:border-accent data-active:text-ink pointer-coarse:min-h-11"
    >
      {children}
    </Base.Tab>
  );
}

/** Shows that an account has its own text, and how many problems the text has. */
function Signs({ form, target }: { form: Form; target: TargetDraft }) {
  const problems = form.findings.filter(
    ({ accountId, severity }) => accountId === target.accountId && severity === 'error',
  ).length;
  return (
    <>
      {target.caption !== null && (
        <>
          <span aria-hidden className="size-1.5 rounded-full bg-accent" title={t('hasOwnText')} />
          <span className="sr-only">{t('ownText')}</span>
        </>
      )}
      {problems > 0 && (
        <span className="rounded-full bg-bad-soft px-1.5 text-xs font-semibold text-bad">
          <span aria-hidden>{problems}</span>
          <span className="sr-only">{t('problemCount', { count: problems })}</span>
        </span>
      )}
    </>
  );
}
