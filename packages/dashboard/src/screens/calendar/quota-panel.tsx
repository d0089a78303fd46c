import { formatDay } from '../../lib/dates.js';
import { accountName } from '../../lib/account-names.js';
import { platformNames } from '../../lib/platform-looks.js';
import { t } from '../../messages/calendar.js';
import { Badge } from '../../ui/badge.js';
import { PopupPanel } from './popup-panel.js';
import type { QuotaLine } from './quotas.js';

/** Shows the daily quota of each account and how much of it the busiest of the shown days uses. */
export function QuotaPanel({ lines, zone }: { lines: readonly QuotaLine[]; zone: string }) {
  if (lines.length === 0) return null;
  const close = lines.filter(({ isClose }) => isClose).length;
  return (
    <PopupPanel
      title={t('dailyLimits')}
      label={
        <>
          <span>{t('dailyLimits')}</span>
          {close > 0 && <Badge label={t('closeNearlyReached', { close })} tone="warning" />}
        </>
      }
    >
      <p className="text-sm text-muted">{t('theBusiestDayAmongThe')}</p>
      <ul className="flex flex-col gap-1">
        {lines.map((line) => (
          <li
            key={`${line.platform} ${line.account?.id ?? ''} ${line.rule}`}
            className="flex flex-wrap items-center gap-x-3 wrap-break-word"
          >
            <span className="min-w-0">
              {nameOf(line)}, {ruleLabel(line.rule)}
            </span>
            <Badge
              label={
                line.isCounted
                  ? t(line.count > line.max ? 'countOfMaxOver' : 'countOfMax', {
                      count: line.count,
                      max: line.max,
                    })
                  : t('upToMax', { max: line.max })
              }
              tone={line.isClose ? 'warning' : 'neutral'}
            />
            {line.at !== null && (
              <span className="text-sm text-muted">{formatDay(line.at, { timeZone: zone })}</span>
            )}
          </li>
        ))}
      </ul>
    </PopupPanel>
  );
}

const nameOf = ({ account, platform }: QuotaLine): string =>
  account === null
    ? t('allAccountsOf', { platform: platformNames[platform] })
    : accountName(account.platform, account.handle);

/** The subjects of the rules. One that this version does not know has its own name. */
const ruleLabels: Readonly<Record<string, string>> = {
  posts_per_day: t('rule.posts'),
  posts_with_media_per_day: t('rule.postsWithMedia'),
  reels_per_day: t('rule.reels'),
  videos_per_day: t('rule.videos'),
  drafts_per_day: t('rule.drafts'),
  replies_per_day: t('rule.replies'),
};

const ruleLabel = (rule: string): string => ruleLabels[rule] ?? rule.replaceAll('_', ' ');
