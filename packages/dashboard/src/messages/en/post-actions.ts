export default {
  schedule: 'Schedule',
  move: 'Move',
  cancel: {
    action: 'Cancel post',
    question: 'Cancel this post?',
    effect:
      'The post will not be published on the remaining accounts. Where it is already published, it stays.',
    wayOut: 'Keep post',
    done: 'Post canceled.',
    undoNeedsApproval: 'If you undo this, it needs an approval again.',
    failed: 'Canceling the post failed.',
    undone: 'Post scheduled again',
    undoFailed: 'Scheduling the post again failed.',
    oneAccount: 'One account',
    // Results for accounts for which the cancellation came too late.
    late: {
      IN_FLIGHT:
        '{place}: it was already being sent. Its page will show the result, and nothing else will be sent.',
      UNCONFIRMED: '{place}: an earlier attempt may have published it. Check the account.',
      PUBLISHED: '{place}: it was already published.',
      PARTLY_PUBLISHED: '{place}: its first parts are public and stay. The others are not sent.',
      FAILED: '{place}: it had already failed.',
      SKIPPED: '{place}: it had been skipped.',
    },
  },
  scheduling: {
    title: 'Schedule post',
    titleAgain: 'Move post',
    warnings: 'Scheduled, with warnings',
    ok: 'OK',
    date: 'Date',
    time: 'Time',
    timeMissing: 'Enter a date and a time.',
    inYourZone: 'That is {time} your time.',
    done: 'Scheduled for {time}',
    submitted: 'Submitted for approval, scheduled for {time}',
  },
  publish: {
    action: 'Publish now',
    question: 'Publish this post now?',
    effect: 'It is published on all its accounts within a minute.',
    done: 'Publishing now',
  },
} as const;
