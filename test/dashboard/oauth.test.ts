import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { challengeOf, verifier } from '../harness/apps.js';
import { expectAccessible, expectFitsNarrow, noBrowser, useDashboard } from './dashboard.js';

const callback = 'https://writer.example.com/callback';

describe.skipIf(noBrowser)('an app that asks for access', () => {
  const dashboard = useDashboard();
  const at = (path: string): string => new URL(path, dashboard.stack.info.dashboardUrl).href;

  const register = async (name: string): Promise<string> => {
    const response = await fetch(at('/oauth/register'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: name, redirect_uris: [callback] }),
    });
    expect(response.status).toBe(201);
    return ((await response.json()) as { client_id: string }).client_id;
  };
  const pageOf = (clientId: string, more: Record<string, string> = {}): string => {
    const parameters = {
      ...{ response_type: 'code', client_id: clientId, redirect_uri: callback, state: 'a-state' },
      ...{ scope: 'posts:read posts:write', code_challenge: challengeOf(verifier) },
      ...{ code_challenge_method: 'S256', ...more },
    };
    return `/me/authorize?${new URLSearchParams(parameters).toString()}`;
  };
  /** Responds as the server of the app. */
  const serveApp = async (page: Page): Promise<void> => {
    await page.route('https://writer.example.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>The app</title>' }),
    );
  };
  const back = async (page: Page): Promise<URLSearchParams> => {
    await page.waitForURL('https://writer.example.com/**');
    return new URL(page.url()).searchParams;
  };

  it('is shown with its rights, gets a code once the owner has chosen a workspace, and can be revoked', async () => {
    const { page } = dashboard.owner;
    await serveApp(page);
    const clientId = await register('Writer <b>bot</b>');
    await page.goto(pageOf(clientId));
    await page.getByText('Writer <b>bot</b> asks for access to Punctual as you.').waitFor();
    await page.getByText('could not verify it').waitFor();
    const rights = page.getByRole('group', { name: 'Rights' });
    expect(await rights.getByRole('checkbox').count()).toBe(2);
    await rights.getByLabel('Write drafts and request approval').uncheck();
    await page.getByRole('group', { name: 'Workspaces' }).getByRole('checkbox').first().check();
    await expectAccessible(page);
    await expectFitsNarrow(page);
    await page.getByRole('button', { name: 'Allow' }).click();
    const parameters = await back(page);
    expect([parameters.get('state'), parameters.get('iss')]).toEqual(['a-state', at('/').slice(0, -1)]);
    const response = await fetch(at('/oauth/token'), {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'authorization_code', client_id: clientId, redirect_uri: callback },
        ...{ code: parameters.get('code') ?? '', code_verifier: verifier },
      }),
    });
    const tokens = (await response.json()) as { access_token: string; scope: string };
    expect([response.status, tokens.scope]).toEqual([200, 'posts:read']);
    const read = async (): Promise<number> => {
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      return (await fetch(`${dashboard.stack.info.apiUrl}/posts`, { headers })).status;
    };
    expect(await read()).toBe(200);

    await page.goto('/me/profile');
    const row = page.getByRole('row', { name: /Writer/ });
    await row.getByText('not verified').waitFor();
    await expectAccessible(page);
    await row.getByRole('button', { name: /^Revoke/ }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The access of “Writer <b>bot</b>” was revoked').waitFor();
    await expect.poll(() => row.count()).toBe(0);
    expect(await read()).toBe(401);
  });

  it('is informed if the person refuses', async () => {
    const { page } = dashboard.owner;
    await page.goto(pageOf(await register('Refused app')));
    await page.getByRole('button', { name: 'Refuse' }).click();
    expect((await back(page)).get('error')).toBe('access_denied');
  });

  it('receives no automatic redirect if its request is wrong', async () => {
    const { page } = dashboard.owner;
    await page.goto(pageOf(await register('Wrong app'), { code_challenge_method: 'plain' }));
    await page.getByText('The app sent an invalid request').waitFor();
    await page.getByText(/^The app is told: .+/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/me/authorize');
    await page.getByRole('button', { name: 'Back to writer.example.com' }).click();
    expect((await back(page)).get('error')).toBe('invalid_request');
    await page.goto(pageOf('app_unknown'));
    await page.getByText('The app is not registered here').waitFor();
    await expectAccessible(page);
  });

  it('asks a visitor to sign in first, and continues afterwards', async () => {
    const { page, context } = await dashboard.newVisitor();
    const path = pageOf(await register('Patient app'));
    await page.goto(path);
    await page.waitForURL('**/sign-in?*');
    const next = new URL(page.url()).searchParams.get('next') ?? '';
    expect(new URLSearchParams(next.split('?')[1]).get('code_challenge')).toBe(challengeOf(verifier));
    await context.close();
  });

  it('complies with the content policy, without errors on any page', () => {
    expect(dashboard.problems).toEqual([]);
  });
});
