const posts = '{count, plural, one {# post} other {# posts}}';
const postsWere = '{count, plural, one {# post was} other {# posts were}}';
const onlyWere =
  '{count, number} of {all, plural, one {# post} other {# posts}} {count, plural, one {was} other {were}}';

export default {
  selection: 'Selection',
  select: 'Select {name}',
  selectAll: 'Select all {count, number}',
  selected: '{count, number} selected',
  /** An action that is possible for only some of the selected posts. */
  forSome: '{action} ({count, number})',
  progress: '{done, number} of {all, number} done …',
  others:
    '{count, plural, one {# post of the selection stays as it is, because this is not possible in its state} other {# posts of the selection stay as they are, because this is not possible in their states}}.',
  keep: 'Keep them',
  undone: `Undone for ${posts}`,
  laterFailed: '{count, plural, one {1 post was} other {# posts were}} not changed.',
  undoFailed: `Undo failed for ${posts}.`,
  failed: {
    effect: 'These were not. They are still selected.',
    list: 'Not changed',
    noResponse: 'The server did not respond, so this may or may not have happened.',
    unknown: 'This may or may not have happened.',
  },
  move: {
    action: 'Move',
    question: `Move ${posts}`,
    effect: 'Each post keeps its time of day, also when the clocks change.',
    done: `${postsWere} moved`,
    partlyDone: `${onlyWere} moved`,
    how: 'How to move',
    byDays: 'By days',
    toDay: 'To one day',
    toTimes: 'To posting times',
    day: 'Day',
    fromDay: 'From',
    times: 'Times of day',
    timesHint: 'Separate them with commas.',
    timesWrong: 'Enter times such as 9:00, 13:00, 17:30.',
    timesEffect:
      'The earliest post gets the next of these times, and so on, day after day. Times in whose hour another post is planned are left out.',
    noTime: 'No more of these times are free.',
    timesFailed: 'The free times could not be found',
    days: 'Days',
    daysHint: 'Negative for earlier.',
    approvalHint: 'Posts that have been approved may need an approval again.',
  },
  approve: {
    action: 'Approve',
    question: `Approve ${posts}?`,
    effect: 'They are published at their times.',
    done: `${postsWere} approved`,
    partlyDone: `${onlyWere} approved`,
  },
  retry: {
    action: 'Retry',
    question: `Retry ${posts}?`,
    effect: 'Their failed accounts are published again at once.',
    done: `${postsWere} retried`,
    partlyDone: `${onlyWere} retried`,
  },
  cancel: {
    action: 'Cancel',
    question: `Cancel ${posts}?`,
    effect: 'They will not be published. You can schedule them again later.',
    done: `${postsWere} canceled`,
    partlyDone: `${onlyWere} canceled`,
  },
  delete: {
    action: 'Delete',
    question: `Delete ${posts}?`,
    effect:
      'They are deleted from Punctual and will not be published. What is public already stays on the platforms.',
    done: `${postsWere} deleted`,
    partlyDone: `${onlyWere} deleted`,
  },
} as const;
