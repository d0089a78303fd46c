import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derivePostStatus, targetStatuses, type TargetStatus } from './post-status.js';

const someTargets = fc.array(fc.constantFrom(...targetStatuses), { minLength: 1, maxLength: 12 });
const only = (...statuses: TargetStatus[]) =>
  fc.array(fc.constantFrom(...statuses), { minLength: 1, maxLength: 12 });

describe('derivePostStatus', () => {
  it.each<[TargetStatus[], boolean, string]>([
    [['PUBLISHED', 'PUBLISHED'], false, 'PUBLISHED'],
    [['PUBLISHED', 'SKIPPED'], false, 'PUBLISHED'],
    [['PUBLISHED', 'FAILED'], false, 'PARTIALLY_PUBLISHED'],
    [['PUBLISHED', 'CANCELED'], false, 'PUBLISHED'],
    [['FAILED', 'FAILED'], false, 'FAILED'],
    [['FAILED', 'CANCELED'], false, 'FAILED'],
    [['CANCELED', 'CANCELED'], false, 'CANCELED'],
    [['SCHEDULED', 'SCHEDULED'], true, 'SCHEDULED'],
    [['SCHEDULED', 'PUBLISHED'], true, 'PUBLISHING'],
    [['SCHEDULED', 'PUBLISHED'], false, 'SCHEDULED'],
    [['PUBLISHING', 'FAILED'], true, 'PUBLISHING'],
    [['DRAFT', 'DRAFT'], false, 'DRAFT'],
  ])('turns %j with running=%s into %s', (targets, running, expected) => {
    expect(derivePostStatus(targets, { running })).toBe(expected);
  });

  it('does not depend on the order of the targets', () => {
    fc.assert(
      fc.property(someTargets, fc.boolean(), fc.infiniteStream(fc.nat()), (targets, running, random) => {
        const shuffled = targets
          .map((status) => ({ status, key: random.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ status }) => status);
        expect(derivePostStatus(shuffled, { running })).toBe(derivePostStatus(targets, { running }));
      }),
    );
  });

  it('never returns PUBLISHED while a target has failed or waits', () => {
    fc.assert(
      fc.property(someTargets, fc.boolean(), (targets, running) => {
        fc.pre(derivePostStatus(targets, { running }) === 'PUBLISHED');
        expect(targets.every((status) => ['PUBLISHED', 'SKIPPED', 'CANCELED'].includes(status))).toBe(true);
      }),
    );
  });

  it('returns PUBLISHING as long as any target is publishing', () => {
    fc.assert(
      fc.property(someTargets, fc.boolean(), (targets, running) => {
        expect(derivePostStatus([...targets, 'PUBLISHING'], { running })).toBe('PUBLISHING');
      }),
    );
  });

  it('returns a final status once every target has one', () => {
    fc.assert(
      fc.property(only('PUBLISHED', 'FAILED', 'CANCELED', 'SKIPPED'), fc.boolean(), (targets, running) => {
        expect(['PUBLISHED', 'PARTIALLY_PUBLISHED', 'FAILED', 'CANCELED']).toContain(
          derivePostStatus(targets, { running }),
        );
      }),
    );
  });

  it('States 6: is PARTIALLY_PUBLISHED exactly when some targets are published and some have failed', () => {
    fc.assert(
      fc.property(only('PUBLISHED', 'FAILED', 'CANCELED'), (targets) => {
        const mixed = targets.includes('PUBLISHED') && targets.includes('FAILED');
        expect(derivePostStatus(targets, { running: false }) === 'PARTIALLY_PUBLISHED').toBe(mixed);
      }),
    );
  });
});
