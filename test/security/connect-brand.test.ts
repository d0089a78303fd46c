import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { workspaces } from '../../src/db/schema/index.js';
import type { PlanName } from '../../src/domain/plans.js';
import { sessionIn } from '../api/connect-support.js';
import { comeBack, platformPageOf } from '../harness/consent.js';
import { codeCanary, createScriptedConnect, registryOf } from '../harness/scripted-connect.js';
import { useTestApi, type Person } from '../harness/use-test-api.js';
import { image, upload } from '../media/support.js';

const [x, pinterest] = [createScriptedConnect('X'), createScriptedConnect('PINTEREST')];
const api = useTestApi({ platforms: registryOf(x, pinterest) });

/** Creates a user whose workspace has a brand, and the link of one of its connect sessions. */
async function branded(): Promise<{ person: Person; address: string; logo: string }> {
  const person = await api.mintPerson();
  const { workspaceId, key } = person.tenant;
  const { id: logoMediaId } = await upload(api, person.tenant, await image(700));
  const brand = { name: 'Acme <script>alert(1)</script>', logoMediaId, color: '#FFCC00' };
  const set = await api.as(person).patch(`/workspaces/${workspaceId}`, { brand });
  expect(set.status, set.text).toBe(200);
  const begun = await api.as({ key }).post('/connect-sessions', { workspaceId, platform: 'X' });
  const address = sessionIn(begun).authorizeUrl ?? '';
  return { person, address, logo: address.replace('/begin?', '/logo?') };
}

const setPlan = ({ tenant }: Person, plan: PlanName) =>
  api.deps.db.update(workspaces).set({ plan }).where(eq(workspaces.id, tenant.workspaceId));

it('the page shows the customer’s brand with its logo and color, escaped, and not ours', async () => {
  const { address } = await branded();
  const answer = await fetch(address);
  const page = await answer.text();
  expect(page).not.toMatch(/Punctual|<script/);
  expect(page).toContain('Acme &lt;script&gt;');
  expect(page).toMatch(/<title>Connect X to “[^<]*” – Acme &lt;/);
  expect(page).toMatch(/<img src="logo\?ticket=[\w-]{43}" alt=""/);
  // A brand cannot replace the names of the workspace and of the platform's host.
  expect(page).toContain(`at ${new URL(api.url).host}.`);
  const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? '';
  expect(style).toContain('background: #ffcc00; border-color: var(--edge); color: #000000');
  expect((answer.headers.get('content-security-policy') ?? '').split('; ')).toEqual([
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self'",
    "form-action 'self' https: https://platform.invalid",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
});

it('the logo is served only to users with the link, as a small image that is not a document', async () => {
  const { logo } = await branded();
  const answer = await fetch(logo);
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 12)]).toEqual(['RIFF', 'WEBP']);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(bytes.byteLength),
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  for (const wrong of [
    logo.slice(0, -1),
    `${logo.slice(0, -43)}${'A'.repeat(43)}`,
    `${api.url}/connect/x/logo`,
    logo.replace('/x/', '/pinterest/'),
  ]) {
    expect((await fetch(wrong)).status, wrong).toBe(404);
  }
  expect((await fetch(logo.replace('/x/', '/nowhere/'))).status).toBe(400);
});

it('the logo expires with the link, when access is granted or the time limit is reached', async () => {
  const used = await branded();
  const state = new URL(await platformPageOf(used.address)).searchParams.get('state') ?? '';
  const end = await comeBack(new URL(`${api.url}/connect/x/callback?state=${state}&code=${codeCanary}`));
  const page = await end.text();
  expect(page).toContain('Access was granted');
  expect(page).toContain('Acme &lt;script&gt;');
  expect(page).not.toMatch(/Punctual|<img/);
  const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? '';
  expect(end.headers.get('content-security-policy')).toContain(
    `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  );
  expect((await fetch(used.logo)).status).toBe(404);
  const late = await branded();
  api.clock.shiftMs += 31 * 60_000;
  expect((await fetch(late.logo)).status).toBe(404);
  api.clock.shiftMs -= 31 * 60_000;
});

it('the page is unbranded while the plan does not include WHITE_LABEL', async () => {
  const { person, address, logo } = await branded();
  await setPlan(person, 'TEAM');
  const ours = await fetch(address);
  expect(await ours.text()).toMatch(/– Punctual<\/title>/);
  expect(ours.headers.get('content-security-policy')).not.toContain('img-src');
  expect((await fetch(logo)).status).toBe(404);
  await setPlan(person, 'AGENCY');
  expect(await (await fetch(address)).text()).not.toContain('Punctual');
  expect((await fetch(logo)).status).toBe(200);
});
