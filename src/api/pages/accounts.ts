import type { OpenAPIHono } from '@hono/zod-openapi';
import { candidateReasons } from '../../domain/connect-sessions.js';
import { iconPath, styleUrl } from '../docs/style.js';
import type { ApiEnv } from '../types.js';

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
<title>Punctual: accounts</title>
<link rel="icon" type="image/svg+xml" href="${iconPath}">
<link rel="stylesheet" href="${styleUrl}">
</head>
<body>
<main class="accounts">
<h1>Accounts</h1>
<p id="message" role="alert"></p>
<p id="signed-out" hidden>You are not signed in. <a href="/sign-in">Sign in</a>, then reload this page.</p>
<div id="signed-in" hidden>
<label>Workspace <select id="workspace"></select></label>
<section id="granted" hidden aria-labelledby="granted-title">
<h2 id="granted-title">Choose the accounts to connect</h2>
<form id="import"><ul id="candidates"></ul><button>Connect</button></form>
</section>
<section id="typed" hidden aria-labelledby="typed-title">
<h2 id="typed-title">Connect</h2>
<form id="credentials" autocomplete="off"><div id="fields"></div><button>Continue</button></form>
<p id="instead" hidden><a id="platform-page" href="/accounts">Grant access on the platform’s page instead</a></p>
</section>
<section aria-labelledby="connected-title">
<h2 id="connected-title">Connected accounts</h2>
<ul id="accounts"></ul>
</section>
<section aria-labelledby="new-title">
<h2 id="new-title">Connect an account</h2>
<ul id="platforms"></ul>
</section>
</div>
<noscript>This page needs JavaScript. The API that it uses is described at <a href="/docs/api">/docs/api</a>.</noscript>
</main>
<script src="/accounts/page.js"></script>
</body>
</html>
`;

/** The script of the page. It uses only the public API, with the session cookie. */
const script = `'use strict';
const reasons = ${JSON.stringify(candidateReasons)};
const element = (id) => document.getElementById(id);
const opened = new URLSearchParams(location.search);
let session = null;
let working = new Set();
let accounts = [];
let known = new Map();

async function call(method, path, body) {
  const response = await fetch('/api/v1' + path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = response.status === 204 ? null : await response.json();
  if (response.status === 429) {
    throw Object.assign(new Error('Too many requests at once. Wait a minute, then try again.'), { code: answer.code });
  }
  if (!response.ok) {
    const detail = answer.details && answer.details[0];
    throw Object.assign(new Error(detail ? detail.path + ': ' + detail.message : answer.message), { code: answer.code });
  }
  return answer;
}

function make(tag, text, attributes = {}) {
  return Object.assign(document.createElement(tag), { textContent: text }, attributes);
}

const nameOf = (name) => known.get(name)?.label ?? name;
const fullName = ({ platform, handle }) => handle + ' on ' + nameOf(platform);
const say = (text) => { element('message').textContent = text; };

async function attempt(work) {
  say('');
  try {
    await work();
  } catch (error) {
    say(error.message);
  }
}

function button(text, label, work) {
  const made = make('button', text, { type: 'button' });
  made.setAttribute('aria-label', label);
  made.addEventListener('click', () => attempt(work));
  return made;
}

async function everything(path) {
  const rows = [];
  for (let cursor = null; ;) {
    const page = await call('GET', path + (cursor === null ? '' : '&cursor=' + encodeURIComponent(cursor)));
    rows.push(...page.data);
    cursor = page.nextCursor;
    if (cursor === null || rows.length >= 1000) return rows;
  }
}

/** Platforms change only with releases, so each tab asks once. */
async function platforms() {
  const kept = sessionStorage.getItem('platforms');
  if (kept !== null) return JSON.parse(kept);
  const { data } = await call('GET', '/platforms');
  const needed = data.map(({ platform, label, connect }) => ({ platform, label, connect }));
  sessionStorage.setItem('platforms', JSON.stringify(needed));
  return needed;
}

function notGranted(platform, names) {
  const scopes = known.get(platform)?.connect?.scopes ?? [];
  const texts = names.map((name) => {
    const scope = scopes.find((one) => one.name === name);
    return scope === undefined ? name : name + ' (to ' + scope.purpose + ')';
  });
  return names.length === 0 ? [] : ['Not granted: ' + texts.join(', ') + '.'];
}

async function disconnect(account) {
  if (!confirm('Disconnect ' + fullName(account) + '? Its scheduled posts will fail.')) return;
  await call('DELETE', '/social-accounts/' + account.id);
  accounts = accounts.filter(({ id }) => id !== account.id);
  drawAccounts();
  say(fullName(account) + ' was disconnected.');
}

function accountRow(account) {
  const row = make('li', '');
  const works = account.status === 'ACTIVE';
  row.dataset.status = account.status;
  row.append(
    make('span', nameOf(account.platform) + ': ' + account.handle + (account.sandbox ? ' (sandbox)' : '')),
    make('span', works ? 'connected' : 'must be reconnected'),
    button('Reconnect', 'Reconnect ' + fullName(account), () => begin({
      platform: account.platform, socialAccountId: account.id, sandbox: account.sandbox,
    }, account)),
    button('Disconnect', 'Disconnect ' + fullName(account), () => disconnect(account)),
  );
  const notes = [
    ...notGranted(account.platform, account.missingScopes),
    ...(account.reconnectBy === null || !works ? [] : ['Reconnect it before ' + new Date(account.reconnectBy).toLocaleDateString() + '.']),
    ...(account.lastError === null ? [] : ['The platform reported: ' + account.lastError]),
  ];
  for (const note of notes) row.append(make('small', note));
  return row;
}

async function showAccounts() {
  accounts = await everything('/social-accounts?limit=100&workspaceId=' + element('workspace').value);
  drawAccounts();
}

function drawAccounts() {
  working = new Set(accounts.filter(({ status }) => status === 'ACTIVE').map(({ id }) => id));
  element('accounts').replaceChildren(...accounts.map(accountRow));
  if (accounts.length === 0) element('accounts').append(make('li', 'No account is connected yet.'));
}

async function begin(wanted, account = null) {
  const workspaceId = element('workspace').value;
  const returnUrl = location.origin + '/accounts';
  session = await call('POST', '/connect-sessions', { workspaceId, returnUrl, ...wanted });
  if (session.credentialFields !== null) askFor(session, account);
  else if (session.authorizeUrl !== null) location.assign(session.authorizeUrl);
  else say(session.errorMessage ?? 'The connection could not be started.');
}

function askFor({ platform, credentialFields, authorizeUrl }, account) {
  element('instead').hidden = authorizeUrl === null;
  element('platform-page').href = authorizeUrl ?? '/accounts';
  element('typed').hidden = false;
  element('typed-title').textContent = account === null ? 'Connect ' + nameOf(platform) : 'Reconnect ' + fullName(account);
  element('fields').replaceChildren(...credentialFields.map(({ name, label, kind, default: preset }) => {
    const row = make('label', label + ' ');
    row.append(make('input', '', {
      name, required: true, value: (name === 'handle' ? account?.handle : null) ?? preset ?? '', type: kind === 'secret' ? 'password' : kind === 'address' ? 'url' : 'text',
    }));
    return row;
  }));
  element('fields').querySelector('input').focus();
}

function offer(granted) {
  session = granted;
  if (session.status !== 'AWAITING_IMPORT') {
    say(session.errorMessage ?? 'This connection has ended: ' + session.status.toLowerCase() + '.');
    return;
  }
  element('granted').hidden = false;
  history.replaceState(null, '', location.pathname + '?connectSession=' + session.id);
  element('candidates').replaceChildren(...session.candidates.map((candidate) => {
    const works = session.socialAccountId === null && working.has(candidate.connectedAccountId);
    const row = make('li', '');
    const label = make('label', '');
    label.append(
      make('input', '', { type: 'checkbox', value: candidate.id, checked: candidate.importable && !works, disabled: !candidate.importable }),
      ' ' + (candidate.displayName ?? candidate.handle) + ' (' + candidate.handle + ')',
    );
    row.append(label);
    label.firstChild.addEventListener('change', allowImport);
    if (works) row.append(make('small', 'Already connected.'));
    if (candidate.reason !== null) row.append(make('small', reasons[candidate.reason] ?? candidate.reason));
    for (const note of notGranted(session.platform, candidate.missingScopes)) row.append(make('small', note));
    return row;
  }));
  allowImport();
}

function allowImport() {
  element('import').querySelector('button').disabled = element('candidates').querySelector('input:checked') === null;
}

element('import').addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(async () => {
    const candidateIds = [...element('candidates').querySelectorAll('input:checked')].map(({ value }) => value);
    const { data } = await call('POST', '/connect-sessions/' + session.id + '/import', { candidateIds });
    element('granted').hidden = true;
    // Until then, loading the page again shows the choice again.
    history.replaceState(null, '', location.pathname);
    accounts = [...data, ...accounts.filter(({ id }) => data.every((imported) => imported.id !== id))];
    drawAccounts();
    say(data.map(({ handle, outcome }) => handle + ': ' + outcome.toLowerCase()).join(', '));
  });
});

element('credentials').addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(async () => {
    const values = Object.fromEntries([...element('fields').querySelectorAll('input')].map(({ name, value }) => [name, value]));
    const granted = await call('POST', '/connect-sessions/' + session.id + '/credentials', values);
    element('typed').hidden = true;
    element('fields').replaceChildren();
    offer(granted);
  });
});

element('workspace').addEventListener('change', () => attempt(showAccounts));

attempt(async () => {
  const workspaces = await everything('/workspaces?limit=100').catch((error) => {
    if (error.code === 'UNAUTHORIZED' || error.code === undefined) return null;
    throw error;
  });
  element('signed-out').hidden = workspaces !== null;
  if (workspaces === null) return;
  element('signed-in').hidden = false;
  const given = opened.get('connectSession');
  const granted = given === null ? null : await call('GET', '/connect-sessions/' + encodeURIComponent(given));
  element('workspace').replaceChildren(...workspaces.map(({ id, name }) => make('option', name, { value: id })));
  if (granted !== null) element('workspace').value = granted.workspaceId;
  const listed = await platforms();
  known = new Map(listed.map((one) => [one.platform, one]));
  element('platforms').replaceChildren(...listed.filter(({ connect }) => connect !== null).map(({ platform }) => {
    const row = make('li', '');
    row.append(make('span', nameOf(platform)), button('Connect', 'Connect ' + nameOf(platform), () => begin({ platform })));
    return row;
  }));
  await showAccounts();
  if (granted !== null) offer(granted);
});
`;

/** The page where people connect and reconnect accounts, with a strict content security policy. */
export function registerAccountsPage(app: OpenAPIHono<ApiEnv>): void {
  const headers = {
    'Content-Security-Policy': pagePolicy,
    // With "no-referrer", some browsers also hide the Origin of the page's requests, and those would be
    // refused.
    'Referrer-Policy': 'same-origin',
  };
  app.get('/accounts', (c) => c.html(page, 200, headers));
  app.get('/accounts/page.js', (c) =>
    c.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
}
