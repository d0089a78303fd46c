import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { platformDefinitions } from '../../src/platforms/index.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';

const platforms = createPlatforms({
  definitions: platformDefinitions,
  fetchFor: () => () => Promise.reject(new Error('A guide needs no call.')),
  clock: { now: () => new Date() },
});
const connectable = platformDefinitions.filter(({ name }) => platforms.get(name)?.connect !== undefined);

describe.each(connectable)('the guide of $name', ({ name, path }) => {
  const guide = (): Promise<string> =>
    readFile(new URL(`../../docs/connect/${path}.md`, import.meta.url), 'utf8');
  const { redirect = null, credentials = null } = platforms.get(name)?.connect ?? {};

  it('names the address, the scopes and the variables that the code has', async () => {
    const text = await guide();
    if (redirect !== null) {
      const slash = redirect.redirectEndsWithSlash === true ? '/' : '';
      expect(text).toContain(`/connect/${path}/callback${slash}\``);
      const listed = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, cell]) => cell);
      for (const scope of redirect.scopes) expect(listed).toContain(scope.name);
      for (const variable of redirect.missingVariables) expect(listed).toContain(variable);
    }
    for (const { label } of credentials?.fields ?? [])
      expect(text.toLowerCase()).toContain(label.toLowerCase());
  });

  it('says what is registered, what is reviewed and what it costs', async () => {
    const headings = [...(await guide()).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(
      expect.arrayContaining(['Permissions', 'Review and cost', 'How long a connection lives']),
    );
  });
});
