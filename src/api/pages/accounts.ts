import type { OpenAPIHono } from '@hono/zod-openapi';
import { candidateReasons } from '../../domain/connect-sessions.js';
import type { ApiEnv } from '../types.js';

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
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
<link rel="stylesheet" href="/accounts/style.css">
</head>
<body>
<main>
<h1>Accounts</h1>
<p id="message" role="alert"></p>
<p id="signed-out" hidden>You are not signed in. <a href="/sign-in">Sign in</a>, then open this page again.</p>
<div id="signed-in" hidden>
<label>Workspace <select id="workspace"></select></label>
<section id="granted" hidden aria-labelledby="granted-title">
<h2 id="granted-title">Choose what to connect</h2>
<form id="import"><ul id="candidates"></ul><button>Connect</button></form>
</section>
<section id="typed" hidden aria-labelledby="typed-title">
<h2 id="typed-title">Connect</h2>
<form id="credentials" autocomplete="off"><div id="fields"></div><button>Continue</button></form>
<p id="instead" hidden><a id="platform-page" href="/accounts">Grant access on the platform’s page instead</a></p>
</section>
<section aria-labelledby="connected-title">
<h2 id="connected-title">Connected</h2>
<ul id="accounts"></ul>
</section>
<section aria-labelledby="new-title">
<h2 id="new-title">Connect an account</h2>
<ul id="platforms"></ul>
</section>
</div>
<noscript>This page needs JavaScript. The API behind it is described at <a href="/docs">/docs</a>.</noscript>
</main>
<script src="/accounts/page.js"></script>
</body>
</html>
`;

const style = `body { font: 16px/1.5 system-ui, sans-serif; color-scheme: light dark; margin: 5vh auto; max-width: 40rem; padding: 0 1rem }
[hidden] { display: none }
ul { list-style: none; padding: 0 }
li { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; padding: .4rem 0; border-top: 1px solid #8884 }
li > :first-child { flex: 1; overflow-wrap: anywhere }
small { flex-basis: 100%; opacity: .8 }
button, select, input { font: inherit; padding: .3rem .9rem }
#fields label { display: block; margin: 0 0 1rem } #fields input { display: block; width: 100%; box-sizing: border-box }
`;

/** What the dashboard will do, on one page: it uses the public API with the session's cookie, and nothing else. */
const script = `'use strict';
const reasons = ${JSON.stringify(candidateReasons)};
const element = (id) => document.getElementById(id);
const opened = new URLSearchParams(location.search);
let session = null;
let working = new Set();

async function call(method, path, body) {
  const response = await fetch('/api/v1' + path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = response.status === 204 ? null : await response.json();
  if (!response.ok) {
    const detail = answer.details && answer.details[0];
    throw Object.assign(new Error(detail ? detail.path + ': ' + detail.message : answer.message), { code: answer.code });
  }
  return answer;
}

function make(tag, text, attributes = {}) {
  return Object.assign(document.createElement(tag), { textContent: text }, attributes);
}

const nameOf = (platform) => platform.split('_').map((word) => word[0] + word.slice(1).toLowerCase()).join(' ');
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

function accountRow(account) {
  const row = make('li', '');
  const works = account.status === 'ACTIVE';
  row.dataset.status = account.status;
  row.append(
    make('span', nameOf(account.platform) + ': ' + account.handle),
    make('span', works ? 'connected' : 'must be reconnected'),
    button('Reconnect', 'Reconnect ' + account.handle + ' on ' + nameOf(account.platform), () => begin({
      platform: account.platform, socialAccountId: account.id, sandbox: account.sandbox,
    })),
  );
  const notes = [
    ...(account.missingScopes.length > 0 ? ['Not granted: ' + account.missingScopes.join(', ')] : []),
    ...(account.reconnectBy === null ? [] : ['Reconnect it before ' + new Date(account.reconnectBy).toLocaleDateString()]),
    ...(account.lastError === null ? [] : [account.lastError]),
  ];
  for (const note of notes) row.append(make('small', note));
  return row;
}

async function showAccounts() {
  const accounts = await everything('/social-accounts?limit=100&workspaceId=' + element('workspace').value);
  working = new Set(accounts.filter(({ status }) => status === 'ACTIVE').map(({ id }) => id));
  element('accounts').replaceChildren(...accounts.map(accountRow));
  if (accounts.length === 0) element('accounts').append(make('li', 'None yet.'));
}

async function begin(wanted) {
  const workspaceId = element('workspace').value;
  const returnUrl = location.origin + '/accounts';
  session = await call('POST', '/connect-sessions', { workspaceId, returnUrl, ...wanted });
  if (session.credentialFields !== null) askFor(session);
  else if (session.authorizeUrl !== null) location.assign(session.authorizeUrl);
  else say(session.errorMessage ?? 'This connection could not be begun.');
}

function askFor({ platform, credentialFields, authorizeUrl }) {
  element('instead').hidden = authorizeUrl === null;
  element('platform-page').href = authorizeUrl ?? '/accounts';
  element('typed').hidden = false;
  element('typed-title').textContent = 'Connect ' + nameOf(platform);
  element('fields').replaceChildren(...credentialFields.map(({ name, label, kind, default: preset }) => {
    const row = make('label', label + ' ');
    row.append(make('input', '', {
      name, required: true, value: preset ?? '', type: kind === 'secret' ? 'password' : kind === 'address' ? 'url' : 'text',
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
    if (works) row.append(make('small', 'Connected already.'));
    if (candidate.reason !== null) row.append(make('small', reasons[candidate.reason] ?? candidate.reason));
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
    await showAccounts();
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
  const me = await call('GET', '/me').catch((error) => {
    if (error.code === 'UNAUTHORIZED' || error.code === undefined) return null;
    throw error;
  });
  element('signed-out').hidden = me !== null;
  if (me === null) return;
  element('signed-in').hidden = false;
  const given = opened.get('connectSession');
  const granted = given === null ? null : await call('GET', '/connect-sessions/' + encodeURIComponent(given));
  const workspaces = await everything('/workspaces?limit=100');
  element('workspace').replaceChildren(...workspaces.map(({ id, name }) => make('option', name, { value: id })));
  if (granted !== null) element('workspace').value = granted.workspaceId;
  const { data: platforms } = await call('GET', '/platforms');
  element('platforms').replaceChildren(...platforms.filter(({ connect }) => connect !== null).map(({ platform }) => {
    const row = make('li', '');
    row.append(make('span', nameOf(platform)), button('Connect', 'Connect ' + nameOf(platform), () => begin({ platform })));
    return row;
  }));
  await showAccounts();
  if (granted !== null) offer(granted);
});
`;

/** Where people connect and reconnect accounts: a page of three files, under a strict policy. */
export function registerAccountsPage(app: OpenAPIHono<ApiEnv>): void {
  const headers = {
    'Content-Security-Policy': pagePolicy,
    // With "no-referrer" some browsers hide the Origin of its requests, too, and those would be refused.
    'Referrer-Policy': 'same-origin',
  };
  app.get('/accounts', (c) => c.html(page, 200, headers));
  app.get('/accounts/style.css', (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get('/accounts/page.js', (c) =>
    c.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
}
