import type { OpenAPIHono } from '@hono/zod-openapi';
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
<title>Punctual: sign in</title>
<link rel="stylesheet" href="/sign-in/style.css">
</head>
<body>
<main>
<h1>Punctual</h1>
<form id="form" hidden>
<p id="why"></p>
<label id="name-row" hidden>Name <input id="name" autocomplete="name" maxlength="100"></label>
<label>E-mail <input id="email" type="email" autocomplete="username" maxlength="254" required></label>
<label>Password <input id="password" type="password" autocomplete="current-password" maxlength="128" required></label>
<button>Sign in</button>
</form>
<section id="signed-in" hidden>
<p>Signed in as <strong id="who"></strong>.</p>
<ul id="workspaces"></ul>
<p><a href="/accounts">Connect accounts</a></p>
<button id="sign-out" type="button">Sign out</button>
</section>
<p id="message" role="alert"></p>
<noscript>This page needs JavaScript. The API behind it is described at <a href="/docs">/docs</a>.</noscript>
</main>
<script src="/sign-in/page.js"></script>
</body>
</html>
`;

const style = `body { font: 16px/1.5 system-ui, sans-serif; color-scheme: light dark; margin: 10vh auto; max-width: 24rem; padding: 0 1rem }
label { display: block; margin: 0 0 1rem }
label[hidden] { display: none }
input { display: block; width: 100%; box-sizing: border-box; padding: .5rem; font: inherit }
button { padding: .5rem 1.5rem; font: inherit }
`;

/** Tokens come after the #, which no server sees, and leave the address bar before they are used. */
const script = `'use strict';
const element = (id) => document.getElementById(id);
const given = new URLSearchParams(location.hash.slice(1));
history.replaceState(null, '', location.pathname);
const invitation = given.get('invitation');
const setUp = given.get('setup');

async function call(method, path, body) {
  const response = await fetch('/api/v1' + path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = response.status === 204 ? null : await response.json();
  if (!response.ok) {
    const detail = answer.details && answer.details[0];
    throw new Error(detail ? detail.path + ': ' + detail.message : answer.message);
  }
  return answer;
}

async function show({ user }) {
  element('form').hidden = true;
  element('signed-in').hidden = false;
  element('who').textContent = user.email;
  const { data } = await call('GET', '/workspaces?limit=100');
  element('workspaces').replaceChildren(...data.map(({ name, role }) => {
    const row = document.createElement('li');
    row.textContent = name + ' (' + role + ')';
    return row;
  }));
}

function askWho(signUp) {
  element('form').hidden = false;
  element('name-row').hidden = !signUp;
  element('name').required = signUp;
  element('why').textContent = !signUp ? '' : invitation === null
    ? 'Make the first account of this installation. Choose a password of at least 12 characters.'
    : 'You are invited. Choose a password, of at least 12 characters, for the address that was invited; or sign in, and open the link again.';
  element('form').querySelector('button').textContent = signUp ? 'Make an account' : 'Sign in';
}

async function attempt(work) {
  element('message').textContent = '';
  try {
    await work();
  } catch (error) {
    element('message').textContent = error.message;
  }
}

element('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const who = { email: element('email').value, password: element('password').value };
  attempt(async () => {
    const signUp = !element('name-row').hidden;
    const token = invitation === null ? { setUpToken: setUp } : { invitationToken: invitation };
    const body = signUp ? { ...who, name: element('name').value, ...token } : who;
    await show(await call('POST', signUp ? '/auth/sign-up' : '/auth/sign-in', body));
  });
});
element('sign-out').addEventListener('click', () => attempt(async () => {
  await call('POST', '/auth/sign-out', {});
  location.reload();
}));

attempt(async () => {
  const token = given.get('token');
  if (token !== null) {
    askWho(false);
    return show(await call('POST', '/auth/one-time-sign-in', { token }));
  }
  const current = await call('GET', '/me').catch(() => null);
  if (current === null) return askWho(invitation !== null || setUp !== null);
  if (invitation !== null) await call('POST', '/invitations/accept', { token: invitation });
  return show(current);
});
`;

/** Where the links of invitations and one-time sign-ins lead: a page of three files, under a strict policy. */
export function registerSignInPage(app: OpenAPIHono<ApiEnv>): void {
  const headers = {
    'Content-Security-Policy': pagePolicy,
    // With "no-referrer" some browsers hide the Origin of its requests, too, and those would be refused.
    'Referrer-Policy': 'same-origin',
  };
  app.get('/sign-in', (c) => c.html(page, 200, headers));
  app.get('/sign-in/style.css', (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get('/sign-in/page.js', (c) =>
    c.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
}
