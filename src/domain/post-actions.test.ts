import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionFrom, allowedActions, isActionAllowed, type PostAction } from './post-actions.js';
import { derivePostStatus, postStatuses, type PostStatus, type TargetStatus } from './post-status.js';

/** The effect of each action on a post whose targets are all in one state: a model for walking the state machine. */
const effect: Record<PostAction, (targets: TargetStatus[]) => TargetStatus[]> = {
  schedule: (targets) => targets.map((status) => (status === 'PUBLISHED' ? status : 'SCHEDULED')),
  reschedule: (targets) => targets,
  approve: (targets) => targets,
  reject: (targets) => targets,
  cancel: (targets) => targets.map((status) => (status === 'SCHEDULED' ? 'CANCELED' : status)),
  retry: (targets) => targets.map((status) => (status === 'FAILED' ? 'SCHEDULED' : status)),
  edit: (targets) => targets,
  delete: (targets) => targets,
};

describe('post actions', () => {
  it.each<[PostAction, PostStatus[]]>([
    ['schedule', ['DRAFT', 'NEEDS_APPROVAL', 'SCHEDULED', 'FAILED', 'CANCELED']],
    ['reschedule', ['NEEDS_APPROVAL', 'SCHEDULED']],
    ['approve', ['NEEDS_APPROVAL']],
    ['reject', ['NEEDS_APPROVAL']],
    ['cancel', ['NEEDS_APPROVAL', 'SCHEDULED', 'PUBLISHING', 'CANCELED']],
    ['retry', ['FAILED', 'PARTIALLY_PUBLISHED']],
    ['edit', ['DRAFT', 'NEEDS_APPROVAL', 'SCHEDULED', 'FAILED', 'CANCELED', 'PARTIALLY_PUBLISHED']],
  ])('include %s for a post in one of %j, and in no other status', (action, expected) => {
    expect(postStatuses.filter((status) => isActionAllowed(action, status))).toEqual(
      postStatuses.filter((status) => expected.includes(status)),
    );
  });

  it('do not include deleting, editing or rescheduling a post that is being published', () => {
    for (const action of ['delete', 'edit', 'reschedule', 'schedule', 'retry'] as const) {
      expect(isActionAllowed(action, 'PUBLISHING')).toBe(false);
    }
  });

  it('are listed for a status exactly if the status allows them', () => {
    fc.assert(
      fc.property(fc.constantFrom(...postStatuses), (status) => {
        const allowed = allowedActions(status);
        for (const action of Object.keys(actionFrom) as PostAction[]) {
          expect(allowed.includes(action)).toBe(isActionAllowed(action, status));
        }
      }),
    );
  });

  it('never change a published target, in any sequence of actions and runs', () => {
    const finish = fc.array(fc.constantFrom<TargetStatus>('PUBLISHED', 'FAILED'), {
      minLength: 3,
      maxLength: 3,
    });
    const step = fc.oneof(
      fc.constantFrom(...(Object.keys(effect) as PostAction[])).map((action) => ({ action })),
      finish.map((outcome) => ({ outcome })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let targets: TargetStatus[] = ['DRAFT', 'DRAFT', 'DRAFT'];
        for (const next of steps) {
          const before = targets;
          const status = derivePostStatus(targets, { running: false });
          if ('action' in next) {
            if (isActionAllowed(next.action, status)) targets = effect[next.action](targets);
          } else {
            targets = targets.map((current, index) =>
              current === 'SCHEDULED' ? (next.outcome[index] ?? 'FAILED') : current,
            );
          }
          before.forEach((was, index) => {
            if (was === 'PUBLISHED') expect(targets[index]).toBe('PUBLISHED');
          });
        }
      }),
    );
  });
});
