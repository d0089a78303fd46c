import type { INodeProperties } from 'n8n-workflow';
import {
  accountFilter,
  choiceField,
  listFields,
  operationField,
  platforms,
  shownFor,
  textField,
  timeField,
  workspaceField,
} from './common.js';

const statuses = [
  'DRAFT',
  'NEEDS_APPROVAL',
  'SCHEDULED',
  'PUBLISHING',
  'PARTIALLY_PUBLISHED',
  'PUBLISHED',
  'FAILED',
  'CANCELED',
] as const;

const options: INodeProperties[] = [
  textField('First Comment', 'firstComment', {
    description: 'A comment to publish below the post once the post is public',
  }),
  textField('Media IDs', 'mediaIds', {
    placeholder: 'med_…',
    description: 'Files of the media library, separated by commas',
  }),
  textField('Media URLs', 'mediaUrls', {
    description: 'Public https URLs of files, separated by commas. Punctual fetches them.',
  }),
  {
    displayName: 'Metadata',
    name: 'metadata',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    default: {},
    placeholder: 'Add Entry',
    description: 'Short strings of your own, by which posts can be found',
    options: [
      { displayName: 'Entry', name: 'entry', values: [textField('Key', 'key'), textField('Value', 'value')] },
    ],
  },
  textField('Reference ID', 'clientReferenceId', {
    description:
      'An ID of your own for the post. Within 24 hours, creating a post with the same ID again returns the first one, also in another execution.',
  }),
  {
    displayName: 'Targets',
    name: 'targets',
    type: 'json',
    default: '[]',
    description:
      'The targets of the API, with texts, media and options for each account. They replace Accounts and First Comment.',
  },
  {
    ...workspaceField,
    description: 'The workspace of a draft without accounts',
  },
];

export const postFields: INodeProperties[] = [
  operationField('post', [
    {
      name: 'Create',
      value: 'create',
      action: 'Create a post',
      description: 'A draft, or a post to publish at a time or now',
    },
    { name: 'Cancel', value: 'cancel', action: 'Cancel a post', description: 'Stop a scheduled post' },
    { name: 'Get', value: 'get', action: 'Get a post', description: 'With the state of each target' },
    { name: 'Get Many', value: 'getAll', action: 'Get many posts' },
    {
      name: 'Get Metrics',
      value: 'getMetrics',
      action: 'Get the metrics of a post',
      description: 'Views, likes and so on, for each target',
    },
    {
      name: 'Reschedule',
      value: 'reschedule',
      action: 'Reschedule a post',
      description: 'Move a scheduled post to another time',
    },
    {
      name: 'Retry',
      value: 'retry',
      action: 'Retry a post',
      description: 'Publish the failed targets again',
    },
    {
      name: 'Schedule',
      value: 'schedule',
      action: 'Schedule a post',
      description: 'Schedule a draft, or a failed or canceled post',
    },
    {
      name: 'Validate',
      value: 'validate',
      action: 'Validate a post',
      description: 'Check a post without creating it',
    },
  ]),
  ...shownFor(
    'post',
    ['cancel', 'get', 'getMetrics', 'reschedule', 'retry', 'schedule'],
    [textField('Post ID', 'postId', { required: true, placeholder: 'post_…' })],
  ),
  ...shownFor(
    'post',
    ['reschedule', 'schedule'],
    [
      timeField('Time', 'scheduledAt', {
        required: true,
        description: 'When to publish, in the time zone of the workflow unless it names another',
      }),
    ],
  ),
  ...shownFor(
    'post',
    ['create', 'validate'],
    [
      {
        displayName: 'Account Names or IDs',
        name: 'accounts',
        type: 'multiOptions',
        typeOptions: { loadOptionsMethod: 'getAccounts' },
        default: [],
        description: 'The accounts to publish to. A draft may have none.',
      },
      textField('Text', 'caption', { typeOptions: { rows: 4 } }),
      {
        displayName: 'Publish',
        name: 'publish',
        type: 'options',
        options: [
          { name: 'As a Draft', value: 'draft', description: 'Publish nothing yet' },
          { name: 'At a Time', value: 'atTime' },
          { name: 'Now', value: 'now', description: 'In 15 seconds' },
        ],
        default: 'draft',
      },
      timeField('Time', 'scheduledFor', {
        required: true,
        displayOptions: { show: { publish: ['atTime'] } },
        description: 'When to publish, in the time zone of the workflow unless it names another',
      }),
      {
        displayName: 'Options',
        name: 'options',
        type: 'collection',
        placeholder: 'Add Option',
        default: {},
        options,
      },
    ],
  ),
  ...listFields('post', [
    accountFilter,
    choiceField('Platforms', 'platform', platforms),
    timeField('Scheduled After', 'scheduledAfter'),
    timeField('Scheduled Before', 'scheduledBefore'),
    choiceField('Statuses', 'status', statuses),
    textField('Text', 'q', { description: 'Only posts whose text contains this' }),
    workspaceField,
  ]),
];
