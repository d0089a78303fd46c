import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..');
/** The number of statements in each section of the contract, as docs/contract.md numbers them. */
const statementsCount = {
  Authentication: 9,
  Errors: 5,
  Limits: 7,
  Versioning: 4,
  Comments: 5,
  Posts: 11,
  States: 8,
  Media: 7,
  Events: 6,
  Resources: 6,
};

it('docs/contract.md lists every statement, and each has a test with its number', async () => {
  const text = await readFile(path.join(root, 'docs', 'contract.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (\w+ \d+) +\|.*\| (\S+) +\|$/gm)].map(([, id = '', file = '']) => ({
    id,
    file,
  }));
  const wanted = Object.entries(statementsCount).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section} ${index + 1}`),
  );
  expect(rows.map(({ id }) => id)).toEqual(wanted);
  for (const { id, file } of rows) {
    const source = await readFile(path.join(root, file), 'utf8').catch(() => '');
    expect(
      source.includes(`'${id}: `) || source.includes(`\`${id}: `),
      `${file} has no test of "${id}"`,
    ).toBe(true);
  }
});
