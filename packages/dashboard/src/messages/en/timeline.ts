const who = '{who, select, you {You} other {{name}}}';
const on = '{place, select, none {} other { on {place}}}';
const onPlaces = '{places, select, none {} other { on {places}}}';
const to = '{place, select, none { to the platform} other { to {place}}}';
const thePost =
  '{step, select, FIRST_COMMENT {the first comment} PART {part {part, number}} other {the post}}';
const atStart =
  '{step, select, FIRST_COMMENT {The first comment} PART {Part {part, number}} other {The post}}';
const reason = '{error, select, none {} other { ({error})}}';

export default {
  CREATED: `${who} created the post.`,
  EDITED: `${who} changed {changed, select, none {the post} other {{changed}}}.`,
  SCHEDULED: `${who} scheduled the post for {scheduledAt}.`,
  RESCHEDULED: `${who} moved the post to {scheduledAt}.`,
  UNSCHEDULED: `${who} reverted the post to a draft.`,
  CANCELED: `{who, select,
    system {The post was canceled and will not be published${on}.}
    other {${who} canceled the post.{places, select, none {} other { It will not be published on {places}.}}}
  }`,
  CANCEL_REQUESTED:
    'The post was being sent{places, select, none {} other { to {places}}} when it was canceled. The result will follow, and nothing else will be sent.',
  APPROVAL_REQUESTED: `${who} submitted the post for approval{scheduledAt, select, none {} other {, scheduled for {scheduledAt}}}.`,
  APPROVED: `${who} approved the post.{altTexts, plural, =0 {} one { One alt text was saved with it.} other { # alt texts were saved with it.}}`,
  REJECTED: `${who} rejected the post{isExplained, select, true {: “{rejectionReason}”} other {.}}`,
  CLIENT_COMMENTED: `${who} wrote: “{clientComment}”`,
  RETRIED: `{because, select,
    ACCOUNT_RECONNECTED {The account was reconnected, so Punctual retries the post${onPlaces}.}
    other {${who} retried the post${onPlaces}.}
  }`,
  COMMENT_RETRIED: `${who} retried the first comment${on}.`,
  RESOLVED: `{isPublished, select,
    true {${who} confirmed that the post is public${on}.}
    other {${who} said that the post is not public${on}.}
  }`,
  DELETED: `${who} deleted the post.`,
  START_DEFERRED:
    'The post was saved, but its workflow could not be started yet. It will start as soon as possible.',
  START_DELIVERED: 'The delayed workflow was started.',
  RUN_REPLACED: 'The workflow of the post was lost. A new one replaced it.',
  RUN_SUPERSEDED: 'An earlier workflow of the post stopped because a newer one took over.',
  LOOK_FIRST: `It is not known whether ${thePost} was already published${on}. Punctual checks before it sends anything.`,
  PUBLISHING_BEGUN: 'Publishing started.',
  RENDITION_MADE: `{change, select,
    METADATA_REMOVED {Location and camera data were removed from an image or video}
    ENCODED {An image or video was converted}
    REPACKED {A video was moved to another file format without changing its frames}
    other {An image or video was prepared}
  }{from, select, none {} other { ({from} to {to})}} for {place, select, none {the platform} other {{place}}}.`,
  UPLOAD_STARTED: `The upload of {mediaCount, plural, one {one file} other {# files}}{size, select, none {} other { ({size})}}${to} started.{resumed, select, none {} other { {resumed} had already been uploaded.}}`,
  UPLOADED: `The upload${to} finished.`,
  ATTEMPT_STARTED: `Attempt {attempt, number}: sending ${thePost}${to}.`,
  ATTEMPT_ENDED: `Attempt {attempt, number}${on}: {outcome, select,
    PUBLISHED {the platform accepted it}
    REJECTED {the platform rejected it}
    AUTH_EXPIRED {the platform no longer accepts the account’s authorization}
    RATE_LIMITED {the platform is limiting requests}
    NOT_SENT {the platform could not be reached, so nothing was sent}
    PREPARE_AGAIN {the platform lost the prepared post, so Punctual prepares it again}
    AMBIGUOUS {no clear response came, so Punctual checks whether it was published}
    ABSENT {it was not published}
    UNCONFIRMED {it could not be confirmed whether it was published}
    other {it ended}
  }${reason}.`,
  WAITING: `Waiting${on}: {reason, select,
    NOT_DUE {it is not due yet}
    PACED {requests for this account are spaced out to stay within the platform’s limits}
    RATE_LIMITED {the platform is limiting requests}
    UNREACHABLE {the platform cannot be reached}
    NOT_READY {the platform is still processing it}
    other {it will continue automatically}
  }{until, select, none {} other {, until {until}}}.`,
  TOKEN_REFRESH: `{refresh, select,
    refreshed {The account’s authorization was renewed}
    revoked {The account’s authorization was revoked, so it must be reconnected}
    unavailable {The account’s authorization could not be renewed yet}
    other {The account’s authorization was checked}
  }{place, select, none {} other { ({place})}}.`,
  LOOKED_UP: `Punctual looked for ${thePost}${on}: {lookup, select,
    FOUND {it was published}
    ABSENT {it is not there}
    NOT_SEEN {it was not found, but it may still be there}
    UNKNOWN {the platform gave no usable response}
    UNCONFIRMED {the platform cannot tell whether it was published}
    PROCESSING {the platform is still processing it}
    REFUSED {the platform rejected it}
    other {unknown result}
  }.`,
  PUBLISHED: `${atStart} was published${on}.`,
  OTHER_FOUND: `Later, another post was found to be the one that was sent${on}. What a person had confirmed stays.`,
  EXTRA_FAILED: `The post was published${on}, but with a problem: {extra, select,
    thumbnail {the thumbnail could not be set}
    playlist {it could not be added to the playlist}
    subtitles {it could not get its subtitles}
    comments_off {its comments could not be turned off}
    privacy_status {its visibility could not be set}
    processing {the platform could not process it}
    none {unknown}
    other {{extra}}
  }.`,
  COMMENTS_LEFT_OUT: `The post has more comments${on} than Punctual stores. New ones are no longer added to the inbox.`,
  FAILED: `{errorCode, select,
    PUBLISH_UNCONFIRMED {It could not be confirmed whether ${thePost} was published${on}.}
    other {${atStart} was not published${on}${reason}.}
  }`,
  FINISHED: `Publishing finished: {status, select,
    PUBLISHED {published}
    PARTIALLY_PUBLISHED {partly published}
    FAILED {failed}
    CANCELED {canceled}
    other {done}
  }.`,
  WEBHOOK_ATTEMPTED: `{delivery, select,
    DELIVERED {A webhook was delivered.}
    FAILED {A webhook could not be delivered.}
    REFUSED {A webhook was not sent because its URL is not allowed.}
    other {A webhook was sent.}
  }{until, select, none {} other { The next attempt is at {until}.}}`,
  REMOVAL_REQUESTED: `${who} asked for the removal of the public post${on}.`,
  EDIT_REQUESTED: `${who} corrected the public text${on}.{changeStatus, select, NEEDS_APPROVAL { The correction needs approval.} other {}}`,
  EDIT_APPROVED: `${who} approved the corrected text${on}.`,
  EDIT_REJECTED: `${who} rejected the corrected text${on}{isExplained, select, true {: “{rejectionReason}”} other {.}}`,
  CHANGE_ATTEMPTED: `Attempt {attempt, number} to {changeKind, select, EDIT {correct} other {remove}} ${thePost}${on}: {changeOutcome, select,
    GONE {the platform does not show it any more}
    REFUSED {the platform refused}
    AUTH_EXPIRED {the platform no longer accepts the account’s authorization}
    RATE_LIMITED {the platform is limiting requests}
    NOT_SENT {the platform could not be reached, so nothing was sent}
    AMBIGUOUS {no clear response came, so Punctual finds out what happened}
    other {it ended}
  }.`,
  CHANGE_LOOKED_UP: `Punctual looked at ${thePost}${on}: {look, select,
    THERE {it is still public}
    EDITED {it has the new text}
    BEFORE {it has the text from before}
    OTHER {it has another text}
    GONE {it is not there}
    other {the platform gave no usable response}
  }.`,
  CHANGE_FAILED: `{changeStatus, select,
    UNCONFIRMED {It could not be confirmed whether the post was {changeKind, select, EDIT {corrected} other {removed}}${on}.}
    other {The post was not {changeKind, select, EDIT {corrected} other {removed}}${on}.}
  }`,
  REMOVED: `${atStart} was removed${on}.`,
  TEXT_EDITED: `The public text was corrected${on}.`,
  unknown: 'Unknown event: {kind}.',
  /** The parts of a post that EDITED lists. */
  field: {
    caption: 'the text',
    timezone: 'the time zone',
    media: 'the images and videos',
    targets: 'the accounts and their settings',
    draftScheduledFor: 'the planned time',
  },
} as const;
