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

const read = (file: string): Promise<string> =>
  readFile(new URL(`../../docs/connect/${file}`, import.meta.url), 'utf8');

it('one page explains how to connect an account, and links to the guide of each platform', async () => {
  const text = await read('README.md');
  for (const { path } of connectable) expect(text).toContain(`[${path}.md](${path}.md)`);
  for (const subject of ['npm run doctor', 'PUBLIC_URL', 'redirect URL', '/platform-webhooks/{platform}']) {
    expect(text).toContain(subject);
  }
});

describe.each(connectable)('the guide of $name', ({ name, path }) => {
  const guide = (): Promise<string> => read(`${path}.md`);
  const { redirect = null, credentials = null } = platforms.get(name)?.connect ?? {};

  it('names the URL, the scopes and the variables of the code', async () => {
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

  it('shows the command that connects the first account, and links to the common guide', async () => {
    const text = await guide();
    expect(text).toContain(`punctual accounts connect ${path}`);
    expect(text).toContain('](README.md)');
  });

  it('says what to register, what is reviewed and what it costs', async () => {
    const headings = [...(await guide()).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(
      expect.arrayContaining(['Permissions', 'Review and cost', 'How long a connection lives']),
    );
  });
});
