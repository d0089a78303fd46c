export default {
  state: {
    SENT: 'Replied',
    SENDING: 'Reply on its way',
    FAILED: 'Reply failed',
    UNCONFIRMED: 'Reply unconfirmed',
  },
  failed: {
    notSent: 'The reply was not sent',
    closed: 'Replies are turned off',
    rejected: 'The platform rejected the reply',
    blocked: 'The platform’s policies block the reply',
  },
  remedy: {
    replyAgain: 'Reply again to send a new one.',
    closed:
      'The platform accepts no replies here. Replying again does not help until they are turned on there.',
    reconnect: 'Reconnect the account, then reply again.',
    permission: 'Reconnect the account and grant the permission, then reply again.',
    rejected: 'Change what the platform objects to, then reply again.',
    duplicate: 'Change the text, then reply again.',
    blocked: 'Change the text or ask the platform to lift the restriction, then reply again.',
    later: 'Wait a while, then reply again.',
    onPlatform: 'Reply on the platform instead.',
    server: 'Reply again. If it fails again, tell the person who runs this server.',
  },
  fetching: 'Fetching comments for {count, plural, one {one account} other {# accounts}}.',
  fetchingNone: 'No comments are being fetched.',
  skipped: {
    REFRESHED_LATELY: '{account} was checked less than a minute ago.',
    PAUSED: '{account} has reached the platform’s rate limit.',
    NOT_SUPPORTED: '{account} is on a platform that does not share comments with apps.',
    SWITCHED_OFF: '{account} has comment fetching turned off.',
    TOKEN_EXPIRED: '{account} must be reconnected first.',
    NOT_PUBLISHED: '{account} has no published posts here.',
  },
} as const;
