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

export const accountFields: INodeProperties[] = [
  operationField('account', [{ name: 'Get Many', value: 'getAll', action: 'Get many accounts' }]),
  ...listFields('account', [
    choiceField('Platforms', 'platform', platforms),
    choiceField('Statuses', 'status', ['ACTIVE', 'TOKEN_EXPIRED']),
    workspaceField,
  ]),
];

export const commentFields: INodeProperties[] = [
  operationField('comment', [
    { name: 'Get Many', value: 'getAll', action: 'Get many comments' },
    { name: 'Reply', value: 'reply', action: 'Reply to a comment' },
  ]),
  ...shownFor(
    'comment',
    ['reply'],
    [
      textField('Comment ID', 'commentId', { required: true, placeholder: 'cmt_…' }),
      textField('Text', 'text', { required: true, typeOptions: { rows: 3 } }),
    ],
  ),
  ...listFields('comment', [
    accountFilter,
    choiceField('Platforms', 'platform', platforms),
    textField('Post ID', 'postId', { placeholder: 'post_…' }),
    {
      displayName: 'Unread',
      name: 'unread',
      type: 'boolean',
      default: true,
      description: 'Whether to return only unread comments of others, or only the rest',
    },
    timeField('Written After', 'since'),
    timeField('Written Before', 'until'),
    workspaceField,
  ]),
];
