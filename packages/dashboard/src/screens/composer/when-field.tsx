import { userLocale } from '../../lib/language.js';
import { CalendarClock } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { localTimeZone } from '../../lib/dates.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/composer.js';
import { Button } from '../../ui/button.js';
import { Popover } from '../../ui/popover.js';
import { wantedAt, type Draft } from './draft.js';
import type { Form } from './form.js';

const TimeFields = lazy(async () => ({ default: (await import('./time-fields.js')).TimeFields }));

interface WhenFieldProps {
  form: Form;
  /** The draft with the time at which Schedule would plan it. */
  timed: Draft;
  open: boolean;
  onOpen: (isOpen: boolean) => void;
}

/**
 * A button that shows the time of publishing, with the fields for it. Without a time, it shows the next free full hour,
 * which only Schedule uses: a draft that is saved without a time is not on the calendar.
 */
export function WhenField({ form, timed, open, onOpen }: WhenFieldProps) {
  const { draft } = form;
  const isOpen = draft.date === '' && draft.time === '';
  return (
    <Popover
      label={t('publishingTime')}
      open={open}
      onOpen={onOpen}
      className="w-80"
      trigger={
        <Button className="max-w-full max-sm:whitespace-normal!">
          <CalendarClock className="size-4.5 shrink-0 text-muted" />
          <span>
            <span className="sr-only">{t('when')}</span>
            {isOpen && <span className="font-normal text-muted">{t('nextFreeHour')} </span>}
            <Shown timed={timed} />
          </span>
        </Button>
      }
    >
      <Suspense fallback={<p className="text-sm text-muted">{common('loadingNow')}</p>}>
        <TimeFields form={form} timed={timed} onDone={() => onOpen(false)} />
      </Suspense>
    </Popover>
  );
}

function Shown({ timed }: { timed: Draft }) {
  const at = wantedAt(timed);
  if (at === null) return t('chooseTime');
  const isElsewhere = timed.timezone !== localTimeZone();
  return new Intl.DateTimeFormat(userLocale, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timed.timezone,
    ...(isElsewhere && { timeZoneName: 'short' }),
  }).format(new Date(at));
}
