import type { Translation } from '../load-messages.js';
import type en from '../en/clock-changes.js';

export default {
  skipped: 'Diese Uhrzeit gibt es nicht, weil die Uhren umgestellt werden. Der Beitrag ist am {time} fällig.',
  twice:
    'Diese Uhrzeit gibt es zweimal, weil die Uhren umgestellt werden. Der Beitrag ist beim {which, select, first {ersten} other {zweiten}} Mal fällig, am {time}.',
} satisfies Translation<typeof en>;
