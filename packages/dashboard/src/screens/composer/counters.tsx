import { userLocale } from '../../lib/language.js';
import { t } from '../../messages/composer.js';
import { PlatformMark } from '../../ui/platform-mark.js';
import type { PlatformInfo } from './api.js';
import { bytesOf, countText, unitLabels } from './count-text.js';
import type { Options, TargetDraft } from './draft.js';
import { accountName, type Form } from './form.js';

/** Shows in one line how much of each account's limit a text uses. */
export function Counters(props: {
  form: Form;
  targets: readonly TargetDraft[];
  textOf: (target: TargetDraft) => string;
  isComment?: boolean;
}) {
  const { form, targets, textOf, isComment = false } = props;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5">
      {targets.map((target) => {
        const info = form.platforms.get(target.platform);
        return (
          info !== undefined && (
            <Counter
              key={target.accountId}
              name={accountName(form, target.accountId)}
              text={textOf(target)}
              platform={info}
              options={target.options}
              isComment={isComment}
            />
          )
        );
      })}
    </span>
  );
}

/** The mark of the platform with its count. Screen readers get the name of the account and the unit. */
function Counter(props: {
  name: string;
  text: string;
  platform: PlatformInfo;
  options: Options;
  isComment: boolean;
}) {
  const { name, text, platform, options, isComment } = props;
  const { limits } = platform;
  if (limits === null) return null;
  const used = countText(text, limits.textUnit);
  // X allows longer posts for paying accounts. That limit is unknown here, so only the service checks it.
  const isLong = options['longPost'] === true && !isComment;
  const max = isComment ? (limits.firstCommentMax ?? limits.textMax) : limits.textMax;
  const overBy = isLong ? 0 : Math.max(0, used - max);
  const bytesOver =
    isLong || limits.textBytesMax === null ? 0 : Math.max(0, bytesOf(text) - limits.textBytesMax);
  const format = new Intl.NumberFormat(userLocale);
  const sentence = [
    `${name}: ${isLong ? t('used', { used, unit: unitLabels[limits.textUnit] }) : t('usedOfMax', { used, max, unit: unitLabels[limits.textUnit] })}`,
    overBy > 0 ? t('overLimit', { count: overBy }) : '',
    bytesOver > 0 ? t('bytesOverLimit', { count: bytesOver }) : '',
  ];
  const isOver = overBy > 0 || bytesOver > 0;
  const told = sentence.filter((part) => part !== '').join(', ');
  return (
    <span
      title={told}
      className={`relative inline-flex items-center gap-1 ${isOver ? 'font-semibold text-bad' : ''}`}
    >
      <PlatformMark platform={platform.platform} />
      <span aria-hidden className="tabular-nums">
        {isOver
          ? t('tooMany', { count: overBy > 0 ? overBy : bytesOver })
          : `${format.format(used)}${isLong ? '' : `/${format.format(max)}`}`}
      </span>
      <span className="sr-only">{told}</span>
    </span>
  );
}
