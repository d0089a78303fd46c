import { html } from 'hono/html';
import type { FeedComment, FeedMedia, FeedPost, RemovedEntry } from './feed.js';
import { marks, markValues } from './marks.js';
import type { SimulatedPlatform } from './simulator.js';

type Markup = ReturnType<typeof html>;

/** The number of newest comments that a post shows. With thousands, the page would be huge, and it is fetched often. */
const commentsShownMax = 100;

/** The platforms by name. */
type Platforms = ReadonlyMap<string, SimulatedPlatform>;

/** The data that the page of the sandbox shows. */
export interface Shown {
  posts: FeedPost[];
  removed: RemovedEntry[];
}

export function feedPage(shown: Shown, platforms: Platforms): Markup {
  return layout(
    'Punctual sandbox',
    html`<header>
        <h1>Punctual sandbox</h1>
        <p>
          Every post that the simulated platforms received, newest first. Nothing here has left this machine.
        </p>
      </header>
      <div class="columns">
        <main id="feed" aria-live="polite">${feedFragment(shown, platforms)}</main>
        <aside>
          <h2>Marks</h2>
          <p>
            Write a mark anywhere in a caption or comment to choose what the simulated platform does with it.
            Marks for media go into the description (alt text) of the image or video, or into the file itself,
            for instance as the title of a video.
          </p>
          ${legend(marks)} ${[...platforms.values()].map(ownMarks)}
          <h2>Access</h2>
          <p>Revoke an account’s access, as its owner could in the platform’s settings.</p>
          <ul class="grants">
            ${[...platforms.values()].map(grants)}
          </ul>
          <h2>For programs</h2>
          <p>
            <a href="/publications">/publications</a>, <a href="/calls">/calls</a> and
            <a href="/uploads">/uploads</a> return the same data as JSON.
          </p>
        </aside>
      </div>
      <script src="/assets/feed.js" defer></script>`,
  );
}

function legend(known: Readonly<Record<string, string>>): Markup {
  return html`<dl>
    ${Object.entries(known).map(
      ([name, effect]) =>
        html`<dt><code>[sandbox:${exampleOf(name)}]</code></dt>
          <dd>${effect}</dd>`,
    )}
  </dl>`;
}

function grants({ name, label, accounts }: SimulatedPlatform): Markup {
  return html`${accounts.map(
    ({ externalAccountId, handle }) =>
      html`<li>
        <span>${label}: ${handle}</span>
        <form method="post" action="/grants/revoke">
          <input type="hidden" name="platform" value="${name}" />
          <input type="hidden" name="accountId" value="${externalAccountId}" />
          <button aria-label="Revoke access to ${handle} on ${label}">Revoke</button>
        </form>
      </li>`,
  )}`;
}

/** The marks of one platform, collapsed, because eleven platforms have many marks. */
function ownMarks({ label, marks: own = {} }: SimulatedPlatform): Markup | '' {
  if (Object.keys(own).length === 0) return '';
  return html`<details>
    <summary>${label} only</summary>
    ${legend(own)}
  </details>`;
}

/** The list of posts, which the page also fetches again. Only this function renders it. */
export function feedFragment({ posts, removed }: Shown, platforms: Platforms): Markup {
  if (posts.length + removed.length === 0) {
    return html`<p class="empty">Nothing has been published yet.</p>`;
  }
  return html`${posts.map((post) => article(post, platforms.get(post.platform)))}
  ${removed.map((entry) => removedArticle(entry, platforms.get(entry.platform)))}`;
}

function removedArticle(entry: RemovedEntry, platform: SimulatedPlatform | undefined): Markup {
  const { accountId, text, removedAt, parentId } = entry;
  return html`<article>
    <p class="meta">
      <span class="badge ${platform?.path}">${platform?.label}</span>
      <span class="account">${at(accountId)}</span>
      ${parentId === null ? 'post' : 'comment'} removed
      <time datetime="${removedAt}">${readable(removedAt)}</time>
    </p>
    <p class="text"><del>${text}</del></p>
  </article>`;
}

export function postPage(post: FeedPost, platforms: Platforms): Markup {
  const platform = platforms.get(post.platform);
  return layout(
    `${platform?.label ?? ''} post`,
    html`<header>
        <p><a href="/">All publications</a></p>
      </header>
      <main>${article(post, platform)}</main>`,
  );
}

function article(post: FeedPost, platform: SimulatedPlatform | undefined): Markup {
  const { Title: title, ...shown } = post.shown;
  const { displayName, text, media } = post;
  return html`<article>
    <p class="meta">
      <span class="badge ${platform?.path}">${platform?.label}</span>
      ${displayName === null ? '' : html`<span class="name">${displayName}</span>`}
      <span class="account">${at(post.handle)}</span>
      <a href="${post.url}"><time datetime="${post.publishedAt}">${readable(post.publishedAt)}</time></a>
      ${post.editedAt === null ? '' : 'edited'} ${partLabel(post.parts > 1 ? 1 : null, post)}
    </p>
    ${post.earlierTexts.map((earlier) => html`<p class="text"><del>${earlier}</del></p>`)}
    ${title === undefined ? '' : html`<h2 class="title">${title}</h2>`}
    ${text === '' ? '' : html`<p class="text">${text}</p>`} ${images(media, post.cover)} ${details(shown)}
    ${counters(post)} ${olderComments(post)}
    ${post.comments.slice(-commentsShownMax).map((one) => comment(post, one, platform))}
    ${commentForm(post, platform)}
  </article>`;
}

/** Adds the @ sign to a handle that has none. Ids and page names are shown without it. */
function at(handle: string): string {
  return /^[a-z][\w.-]*$/i.test(handle) ? `@${handle}` : handle;
}

function details(shown: FeedPost['shown']): Markup | '' {
  const rows = Object.entries(shown);
  if (rows.length === 0) return '';
  return html`<dl class="details">
    ${rows.map(
      ([label, value]) =>
        html`<dt>${label}</dt>
          <dd title="${value}">${isAddress(value) ? link(value) : value}</dd>`,
    )}
  </dl>`;
}

const isAddress = (value: string): boolean => /^https?:\/\/\S+$/.test(value);

function link(address: string): Markup {
  return html`<a href="${address}" rel="noopener noreferrer">${address}</a>`;
}

function images(media: FeedMedia[], cover: FeedMedia | null): Markup | '' {
  if (media.length === 0) return '';
  return html`<div class="media">${media.map((item) => medium(item, cover))}</div>`;
}

function medium({ path, mime, altText }: FeedMedia, cover: FeedMedia | null): Markup {
  const words = altText ?? '';
  if (mime === 'application/pdf') return html`<a href="${path}" download>PDF</a>`;
  if (!mime.startsWith('video/')) {
    return html`<img src="${path}" alt="${words}" title="${words}" loading="lazy" />`;
  }
  // Without a cover image, the time in the URL makes browsers show the video's first frame.
  const source = cover === null ? `${path}#t=0.01` : path;
  const poster = cover === null ? '' : html` poster="${cover.path}"`;
  return html`<video src="${source}" ${poster} controls preload="metadata" aria-label="${words}"></video>`;
}

function exampleOf(name: string): string {
  const value = markValues[name];
  return value === undefined ? name : `${name}=${value}`;
}

function partLabel(part: number | null, { parts }: FeedPost): Markup | '' {
  return part === null ? '' : html`<span class="part">part ${part} of ${parts}</span>`;
}

function counters({ platform, externalPostId, counters: counted }: FeedPost): Markup | '' {
  const entries = Object.entries(counted);
  if (entries.length === 0) return '';
  return html`<p class="meta counters">
      ${entries.map(([name, count]) => html`<span>${count} ${name}</span> `)}
    </p>
    <details>
      <summary>Add views</summary>
      <form method="post" action="/views" class="visitor">
        ${hidden({ platform, externalPostId })}
        <label>Views <input name="count" type="number" value="100" min="1" max="1000000" /></label>
        <button>Add</button>
      </form>
    </details>`;
}

function olderComments({ comments }: FeedPost): Markup | '' {
  const count = comments.length - commentsShownMax;
  return count <= 0
    ? ''
    : html`<p class="meta">
        ${count} older comments are listed only in <a href="/publications">/publications</a>.
      </p>`;
}

function comment(post: FeedPost, reply: FeedComment, platform: SimulatedPlatform | undefined): Markup {
  const isAnswer = reply.parentId !== null && reply.parentId !== post.externalPostId;
  return html`<div class="comment${isAnswer ? ' answer' : ''}">
    <p class="meta">
      ${reply.authorName === null ? '' : html`<span class="name">${reply.authorName}</span>`}
      <span class="account">${at(reply.handle)}</span>
      <time datetime="${reply.publishedAt}">${readable(reply.publishedAt)}</time>
      ${reply.editedAt === null ? '' : 'edited'} ${reply.isHidden ? 'hidden' : ''}
      ${partLabel(reply.part, post)}
    </p>
    <p class="text">${reply.text}</p>
    ${images(reply.media, null)} ${platform?.comments === undefined ? '' : commentActions(post, reply)}
  </div>`;
}

/** The forms for a visitor's actions on a comment: reply to it, and edit or delete one's own. */
function commentActions(post: FeedPost, reply: FeedComment): Markup {
  const { platform } = post;
  const { externalCommentId } = reply;
  return html`<details>
    <summary>Reply${reply.authorName === null ? '' : ', edit or delete'}</summary>
    ${visitorForm(post, externalCommentId, 'Reply')}
    ${
      reply.authorName === null
        ? ''
        : html`<form method="post" action="/comments/edit" class="visitor">
              ${hidden({ platform, externalCommentId })}
              <label>Text <textarea name="text" required rows="2">${reply.text}</textarea></label>
              <button>Edit</button>
            </form>
            <form method="post" action="/comments/delete" class="visitor">
              ${hidden({ platform, externalCommentId })}
              <button>Delete</button>
            </form>`
    }
  </details>`;
}

function commentForm(post: FeedPost, platform: SimulatedPlatform | undefined): Markup | '' {
  if (platform?.comments === undefined) return '';
  return html`<details>
    <summary>Comment as a visitor</summary>
    ${visitorForm(post, null, 'Comment')}
  </details>`;
}

function visitorForm(
  { platform, externalPostId }: FeedPost,
  parentId: string | null,
  button: string,
): Markup {
  return html`<form method="post" action="/comments" class="visitor">
    ${hidden({ platform, externalPostId, ...(parentId === null ? {} : { parentId }) })}
    <label>Name <input name="authorName" placeholder="Visitor" maxlength="100" /></label>
    <label>Text <textarea name="text" required rows="2"></textarea></label>
    <button>${button}</button>
  </form>`;
}

function hidden(fields: Record<string, string>): Markup {
  return html`${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`;
}

function readable(instant: string): string {
  return `${instant.slice(0, 19).replace('T', ' ')} UTC`;
}

export function layout(title: string, content: Markup): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/assets/feed.css" />
      </head>
      <body>
        ${content}
      </body>
    </html>`;
}
