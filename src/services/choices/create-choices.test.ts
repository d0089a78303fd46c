import { expect, it } from 'vitest';
import type { ChoicesAnswer } from '../../platforms/kit/platform.js';
import { createChoices } from './create-choices.js';

it('the caches of choices are limited by the length of the names that other servers return', async () => {
  const { found } = createChoices({ now: () => new Date(0) });
  const reads: string[] = [];
  const read = async (key: string, label: string): Promise<void> => {
    await found.read(key, () => {
      reads.push(key);
      const options = { mentions: Array.from({ length: 10 }, () => ({ value: key, label })) };
      const choices = { options, videoDurationMaxMs: null, quota: null };
      return Promise.resolve<ChoicesAnswer>({ kind: 'choices', choices });
    });
  };
  await read('first', 'Anna');
  for (let count = 0; count < 50; count += 1) await read(`long ${count}`, 'a'.repeat(10_000));
  await read('long 49', '');
  await read('first', 'Anna');
  expect(reads.filter((key) => !key.startsWith('long'))).toEqual(['first', 'first']);
  expect(reads.filter((key) => key === 'long 49')).toHaveLength(1);
});
