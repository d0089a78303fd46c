import { expect, it } from 'vitest';
import { changeText, recordedText, subjectText } from './labels.js';

it.each([
  [
    'workspace.updated',
    { field: 'requireApproval', from: false, to: true },
    'Require approval for posts: no → yes',
  ],
  ['workspace.updated', { field: 'name', from: 'OWNER', to: 'Bakery' }, 'Name: OWNER → Bakery'],
  [
    'workspace.updated',
    { field: 'brand.color', from: '#0f766e', to: null },
    'Color of the brand: was #0f766e',
  ],
  ['workspace.created', { field: 'plan', from: null, to: 'SELF_HOSTED' }, 'Plan: Self-hosted'],
  ['workspace.updated', { field: 'newField', from: null, to: 'a' }, 'newField: a'],
  ['member.role_changed', { field: 'role', from: 'EDITOR', to: 'ADMIN' }, 'Role: Editor → Admin'],
  [
    'post.rejected',
    { field: 'status', from: 'NEEDS_APPROVAL', to: 'DRAFT' },
    'Status: Needs approval → Draft',
  ],
  [
    'social_account.token_expired',
    { field: 'status', from: 'ACTIVE', to: 'TOKEN_EXPIRED' },
    'Status: Connected → Reconnect needed',
  ],
  ['social_account.connected', { field: 'platform', from: null, to: 'FACEBOOK_PAGE' }, 'Platform: Facebook'],
  ['connect_session.ended', { field: 'status', from: null, to: 'EXPIRED' }, 'Status: Expired'],
  ['connect_session.ended', { field: 'status', from: null, to: 'NEW' }, 'Status: NEW'],
  [
    'connect_session.ended',
    { field: 'errorCode', from: null, to: 'ACCESS_DENIED' },
    'Error: Access was not granted',
  ],
  ['webhook_endpoint.updated', { field: 'description', from: null, to: null }, 'Description changed'],
  ['webhook_endpoint.updated', { field: 'status', from: 'ENABLED', to: 'DISABLED' }, 'Status: On → Off'],
  [
    'webhook_endpoint.updated',
    { field: 'events', from: 'post.failed post.new', to: 'post.canceled' },
    'Events: A post failed, post.new → A post was canceled',
  ],
  ['webhook_endpoint.events_replayed', { field: 'deliveries', from: null, to: 1200 }, 'Deliveries: 1,200'],
  ['api_key.created', { field: 'mode', from: null, to: 'scoped' }, 'Access: Certain workspaces'],
  ['api_key.created', { field: 'workspaceIds', from: null, to: 'ws_1 ws_2' }, 'Workspaces: Bakery, ws_2'],
] as const)('after %s, a change is described in words: %j', (action, change, told) => {
  expect(changeText(action, change, new Map([['ws_1', 'Bakery']]))).toBe(told);
});

it('a time is shown as a date', () => {
  const change = { field: 'expiresAt', from: null, to: '2031-05-01T10:00:00.000Z' };
  expect(changeText('client_link.created', change)).toMatch(/^Valid until: .*2031/);
});

it('a change can also be shown as it was recorded', () => {
  expect(recordedText({ field: 'role', from: 'EDITOR', to: 'ADMIN' })).toBe('role: EDITOR → ADMIN');
  expect(recordedText({ field: 'mode', from: null, to: 'full' })).toBe('mode: full');
});

it.each([
  ['post.approved', { id: 'post_1', name: null }, 'Post'],
  ['comment.hidden', { id: 'com_1', name: null }, 'Comment'],
  ['member.removed', { id: 'usr_1', name: 'Anna Berg' }, 'Anna Berg'],
  ['workspace.deleted', { id: 'ws_1', name: null }, 'ws_1'],
] as const)('the subject of %s is named if possible: %j', (action, subject, told) => {
  expect(subjectText({ action, subject })).toBe(told);
});
