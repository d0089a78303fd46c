import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { BoundedMap } from '../../../concurrency/bounded-map.js';
import { onceForEach } from '../../../concurrency/once-for-each.js';
import { pageHeaders, type DocPage, type Html } from '../../errors/page-frame.js';
import type { ApiEnv } from '../../types.js';
import type { DocsSite } from '../code-pages.js';
import { highlighted } from '../highlight.js';
import type { Library, SectionLinks } from '../library.js';
import { renderGuide } from '../markdown.js';
import { apiReference } from '../sections.js';
import {
  referenceUrl,
  type Credential,
  type OperationDoc,
  type Parameter,
  type Reference,
} from './description.js';
import { fieldsOf, parameterRows, type FieldTerms } from './fields.js';
import { exampleCall, keyVariable, languages, type SampleCall } from './samples.js';

/** Returns the reference as it is today: its examples have current times. */
export type ReadReference = () => Reference;

/** The maximum length of the body of a shown response. What is cut off is still in the list of fields. */
const shownExampleCharsMax = 6_000;
/**
 * Pages are kept, because they need no credential, and rendering one takes about 40 ms. Only in development is there
 * more than one origin, which the samples name.
 */
const keptPagesMax = 200;

const credentials: Readonly<Record<Credential, string>> = {
  key: 'Takes an [API key](docs/people-and-keys.md#api-keys), or the access token of an [app](docs/oauth.md).',
  client: 'Takes the token of a client link. API keys are not accepted.',
  session: 'For people: takes the session of the dashboard. API keys are not accepted.',
  none: 'Takes no credential. Used by the pages of the dashboard.',
};

/** Registers the list of operations and a page for each. Old links to a group or an operation lead there. */
export function registerReference(
  app: OpenAPIHono<ApiEnv>,
  { library, frame }: DocsSite,
  read: ReadReference,
): void {
  const kept = onceForEach(read, () => new BoundedMap<string, Html>(keptPagesMax));
  const answer = async (
    c: Context<ApiEnv>,
    key: string,
    render: (terms: FieldTerms) => DocPage,
  ): Promise<Response> => {
    const pages = kept();
    let page = pages.get(key);
    if (page === undefined) {
      page = await frame(render({ reference: read(), prose: proseWith(await library()) }));
      pages.set(key, page);
    }
    return c.html(page, 200, pageHeaders);
  };
  for (const url of [referenceUrl, `${referenceUrl}/`]) app.get(url, (c) => answer(c, '', listPage));
  app.get(`${referenceUrl}/:operation`, (c, next) => {
    const { basePath, byId } = read();
    const operation = byId.get(c.req.param('operation'));
    if (operation === undefined) return next();
    const baseUrl = `${c.var.ownOrigin}${basePath}`;
    return answer(c, `${baseUrl} ${operation.id}`, (terms) => operationPage(operation, terms, baseUrl));
  });
}

/** The menu of the reference: its groups with their operations. */
export function navOf({ tags }: Reference): SectionLinks[] {
  const overview = { title: 'All operations', url: referenceUrl, summary: '' };
  const groups = tags.map(({ name, operations }) => {
    const links = operations.map(({ summary, url }) => ({ title: summary, url, summary: '' }));
    return { title: name, links, shown: links };
  });
  return [{ title: 'Reference', links: [overview], shown: [overview] }, ...groups];
}

const mentionedFile = /(?<![\w(/[])(?:docs\/[\w/-]+\.md)(#[\w-]+)?/g;

/** Renders descriptions, in which the name of a file is a link to its page. */
function proseWith({ resolve, byFile }: Library): (text: string) => string {
  const targets = {
    resolve: (href: string) => resolve('README.md', href),
    titleOf: (href: string) => byFile.get(href.split('#')[0] ?? '')?.title,
  };
  return (text) =>
    // Safe: renderGuide escapes all HTML.
    renderGuide(
      text.replaceAll(mentionedFile, (file) => `[${file.split('#')[0] ?? file}](${file})`),
      targets,
    ).html;
}

function listPage({ reference, prose }: FieldTerms): DocPage {
  const groups = reference.tags.map(
    ({ name, description, operations }) =>
      html`<section>
        <h2 id="${idOf(name)}">${name}</h2>
        ${raw(prose(description))}
        <ul class="operations">
          ${operations.map(
            ({ method, path, summary, url }) =>
              html`<li>
                <a href="${url}">${summary}</a> <code><b>${method}</b> ${path}</code>
              </li>`,
          )}
        </ul>
      </section>`,
  );
  const body = html`<h1>${apiReference.title}</h1>
    <p>
      Every operation has a page with its fields, its errors, and samples in six languages. The same as a
      file:
      <a href="/openapi.json">openapi.json</a>, <a href="/openapi.yaml">openapi.yaml</a>.
    </p>
    ${groups}`;
  return { title: apiReference.title, path: referenceUrl, body, nav: navOf(reference) };
}

const idOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

function operationPage(operation: OperationDoc, terms: FieldTerms, baseUrl: string): DocPage {
  const { summary, url } = operation;
  return {
    title: summary,
    path: url,
    body: textOf(operation, terms),
    aside: html`${samplesOf(operation, baseUrl)} ${tryItOf(operation, baseUrl)} ${answersOf(operation)}`,
    nav: navOf(terms.reference),
  };
}

function textOf(operation: OperationDoc, terms: FieldTerms): Html {
  const { method, path, summary, description, credential, parameters, body } = operation;
  const groups = [
    ['Path', 'path'],
    ['Query', 'query'],
    ['Headers', 'header'],
  ] as const;
  const success = operation.responses.find(({ status, schema }) => status.startsWith('2') && schema);
  return html`<h1>${summary}</h1>
    <p class="call">
      <code><b>${method}</b> ${path}</code>
    </p>
    ${raw(terms.prose(description))} ${raw(terms.prose(credentials[credential]))}
    ${groups.map(([title, place]) => {
      const own = parameters.filter((one) => one.in === place);
      return own.length === 0
        ? ''
        : html`<h2 id="${place}">${title}</h2>
            ${parameterRows(own, terms)}`;
    })}
    ${
      body === undefined
        ? ''
        : html`<h2 id="body">Body</h2>
            ${fieldsOf(body.schema, terms)}`
    }
    <h2 id="responses">Responses</h2>
    <ul class="fields">
      ${operation.responses.map(
        ({ status, description: about }) =>
          html`<li><code>${status}</code> ${raw(terms.prose(withCodeLinks(about)))}</li>`,
      )}
    </ul>
    ${
      success?.schema === undefined
        ? ''
        : html`<h2 id="fields">Fields of ${success.status}</h2>
            ${fieldsOf(success.schema, terms)}`
    }`;
}

/** Links each code that the description of an error lists to its page. */
const withCodeLinks = (about: string): string =>
  about.replace(/(?<=Codes: )[A-Z_, ]+/, (codes) =>
    codes
      .split(', ')
      .map((code) => `[${code}](/docs/errors/${code})`)
      .join(', '),
  );

function samplesOf(operation: OperationDoc, baseUrl: string): Html | '' {
  if (operation.credential !== 'key' && operation.credential !== 'client') return '';
  const call = exampleCall(operation, baseUrl);
  const tabs = languages.map(
    ({ id, title }, index) =>
      html`<button
        type="button"
        role="tab"
        id="tab-${id}"
        aria-controls="sample-${id}"
        aria-selected="${index === 0 ? 'true' : 'false'}"
        tabindex="${index === 0 ? '0' : '-1'}"
        data-language="${id}"
      >
        ${title}
      </button>`,
  );
  const panels = languages.map(
    ({ id, title, write }) =>
      html`<div role="tabpanel" id="sample-${id}" aria-labelledby="tab-${id}">
        <h3 class="plain">${title}</h3>
        ${codeBlock(write(call), id)}
      </div>`,
  );
  const key = `export ${keyVariable}='${operation.credential === 'key' ? 'punctual_live_…' : 'punctual_client_…'}'`;
  return html`<section class="samples" data-samples aria-label="Samples">
    <h2 class="plain">Samples</h2>
    <div role="tablist" aria-label="Language" hidden>${tabs}</div>
    ${panels}
    <p>Each sample reads the key from the environment:</p>
    ${codeBlock(key, 'sh')}
    <p>
      TypeScript, Python and Go use <a href="/docs/clients">the clients</a>, which repeat requests safely; PHP
      and Ruby use what comes with the language.
    </p>
  </section>`;
}

export const codeBlock = (code: string, language: string): Html =>
  html`<pre tabindex="0"><code>${raw(highlighted(code, language))}
</code></pre>`;

function tryFields(parameters: readonly Parameter[], call: SampleCall): Html[] {
  return parameters
    .filter((one) => one.in === 'path' || one.in === 'query')
    .map(({ name, in: place, required = false }) => {
      const value = call[place === 'path' ? 'pathParameters' : 'query'][name] ?? '';
      return html`<label
        >${name}${required ? ' (required)' : ''}
        <input
          name="${name}"
          data-in="${place}"
          value="${value}"
          autocomplete="off"
          ${required ? html`required` : ''}
      /></label>`;
    });
}

/** The form behind “Try it”. The script shows it: without one, nothing could send the request. */
function tryItOf(operation: OperationDoc, baseUrl: string): Html | '' {
  const { id, method, path, parameters, body, takesSession, credential } = operation;
  if (id === 'streamEvents' || credential === 'none') return '';
  const call = exampleCall(operation, baseUrl);
  return html`<details class="try">
    <summary>Try it</summary>
    <form
      data-try
      data-method="${method}"
      data-path="${path}"
      data-base="${new URL(baseUrl).pathname}"
      data-session="${takesSession ? 'true' : 'false'}"
      hidden
    >
      ${tryFields(parameters, call)}
      ${
        body === undefined
          ? ''
          : html`<label
              >Body
              <textarea name="body" rows="10" spellcheck="false">
${JSON.stringify(call.body ?? {}, null, 2)}</textarea>
            </label>`
      }
      <label
        >API key
        <input
          name="key"
          type="password"
          autocomplete="off"
          placeholder="${takesSession ? 'empty: your session of the dashboard' : 'punctual_…'}"
      /></label>
      <p>
        <small
          >The key stays in this tab (sessionStorage) until you close it. It is sent to this server
          only.</small
        >
      </p>
      ${
        method === 'GET'
          ? ''
          : html`<label class="check"
              ><input name="sure" type="checkbox" /> Really send it: this changes data.</label
            >`
      }
      <button>Send</button>
      <h3>Request</h3>
      <pre tabindex="0" data-request></pre>
      <div role="status" data-status></div>
      <pre tabindex="0" data-response hidden></pre>
    </form>
    <noscript><p>Needs JavaScript.</p></noscript>
  </details>`;
}

function answersOf({ responses }: OperationDoc): Html | '' {
  const shown = responses.find(({ status, example }) => status.startsWith('2') && example !== undefined);
  if (shown === undefined) return '';
  const text = JSON.stringify(shown.example, null, 2);
  return html`<section class="answer" aria-label="Response">
    <h2 class="plain">Response ${shown.status}</h2>
    ${codeBlock(text.length > shownExampleCharsMax ? `${text.slice(0, shownExampleCharsMax)}\n…` : text, 'json')}
  </section>`;
}
