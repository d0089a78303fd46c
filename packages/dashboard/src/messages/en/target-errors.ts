import type { components } from '../../../../client/src/api-types.js';

interface TargetErrorText {
  title: string;
  remedy: string;
  /** The text of the link to the service's page about the code. */
  more: string;
}

export default {
  PLATFORM_AUTH_FAILED: {
    title: 'The account must be reconnected',
    remedy: 'Reconnect the account, then retry.',
    more: 'Why accounts must be reconnected',
  },
  PUBLISH_UNCONFIRMED: {
    title: 'It may already be published, but this could not be confirmed',
    remedy: 'Check the account on the platform first. A retry checks again before it publishes anything.',
    more: 'Why a post may stay unconfirmed',
  },
  ACCOUNT_DISCONNECTED: {
    title: 'The account is disconnected',
    remedy: 'Connect it again, then retry.',
    more: 'What happens when an account is disconnected',
  },
  PLATFORM_REJECTED: {
    title: 'The platform rejected the post',
    remedy: 'Change what the platform objects to, then retry.',
    more: 'Why platforms reject posts',
  },
  MEDIA_REJECTED: {
    title: 'The platform rejected an image or video',
    remedy: 'Replace the file, then retry.',
    more: 'Why platforms reject images and videos',
  },
  MEDIA_UNAVAILABLE: {
    title: 'An image or video could not be uploaded',
    remedy: 'Retry. If it fails again, upload the file again or use another one.',
    more: 'Why uploads fail',
  },
  DUPLICATE_CONTENT: {
    title: 'The platform considers this a duplicate',
    remedy: 'Change the text, then retry.',
    more: 'What platforms consider a duplicate',
  },
  POLICY_BLOCKED: {
    title: 'The platform’s policies block the post',
    remedy: 'Ask the platform to lift the restriction or change the post, then retry.',
    more: 'What platforms’ policies block',
  },
  CHOICE_NOT_AVAILABLE: {
    title: 'Something you selected is no longer available',
    remedy: 'Select another board, playlist or similar, then retry.',
    more: 'Why choices disappear',
  },
  PERMISSION_MISSING: {
    title: 'A permission is missing',
    remedy: 'Reconnect the account and grant the permission, then retry.',
    more: 'Which permissions are needed',
  },
  COMMENTS_DISABLED: {
    title: 'Comments are turned off',
    remedy: 'Turn on comments on the platform, then retry.',
    more: 'When comments are turned off',
  },
  POST_CANCELED: {
    title: 'The post was canceled before its first comment was sent',
    remedy: 'Retry the first comment if you still want it.',
    more: 'What happens to the first comment of a canceled post',
  },
  PART_NOT_SENT: {
    title: 'A part of the post was not sent',
    remedy: 'Retry the post. It goes on from this part.',
    more: 'Why parts are not sent',
  },
  PART_IMPOSSIBLE: {
    title: 'A part of the post cannot be sent',
    remedy: 'Write the remaining parts on the platform.',
    more: 'Why parts are not sent',
  },
  FIRST_COMMENT_NOT_SENT: {
    title: 'The first comment was not sent',
    remedy: 'Retry the first comment.',
    more: 'Why first comments fail',
  },
  FIRST_COMMENT_IMPOSSIBLE: {
    title: 'The first comment cannot be sent',
    remedy: 'Write the comment on the platform.',
    more: 'Why first comments fail',
  },
  RATE_LIMITED: {
    title: 'The platform is limiting requests',
    remedy: 'Wait a while, then retry.',
    more: 'Why platforms limit requests',
  },
  PLATFORM_QUOTA_EXCEEDED: {
    title: 'The account’s daily limit is used up',
    remedy: 'Schedule the post for another day, or retry later.',
    more: 'How daily limits work',
  },
  PLATFORM_UNAVAILABLE: {
    title: 'The platform was unavailable',
    remedy: 'Retry later.',
    more: 'What happens when a platform is unavailable',
  },
  NOT_READY_IN_TIME: {
    title: 'The platform did not finish processing it in time',
    remedy: 'Retry.',
    more: 'Why processing can take too long',
  },
  PUBLISH_WINDOW_MISSED: {
    title: 'It could not be published in time',
    remedy: 'Retry if you still want to publish it.',
    more: 'Why a post can miss its time',
  },
  PLATFORM_NOT_SUPPORTED: {
    title: 'This platform is not supported',
    remedy: 'Remove the account from the post.',
    more: 'Which platforms are supported',
  },
  INTERNAL_ERROR: {
    title: 'Something went wrong on the server',
    remedy: 'Retry. If it fails again, tell the person who runs this server.',
    more: 'What to do about server errors',
  },
  moreAbout: 'More about {code}',
  // Read aloud when a post changes while it is shown.
  change: {
    post: 'Post: {state}.',
    target: '{place}: {state}.',
    failed: '{place}: {state}. {reason}.',
    commentFailed: '{place}: First comment failed. {reason}.',
    commentPublished: '{place}: First comment published.',
  },
} as const satisfies Record<components['schemas']['TargetErrorCode'], TargetErrorText> &
  Record<string, unknown>;
