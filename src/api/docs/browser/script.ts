import { createHash } from 'node:crypto';
import { exampleIds } from '../../examples/ids.js';
import { referenceUrl } from '../reference/description.js';
import { copyScript } from './copy.js';
import { samplesScript } from './samples.js';
import { searchScript } from './search.js';
import { tryItScript } from './try-it.js';

/** Functions that the parts share. Storage may be turned off, and a page works without it. */
const sharedScript = String.raw`
'use strict';
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const make = (tag, fields = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), fields);
  node.append(...children);
  return node;
};
const stored = (storage, name, value) => {
  try {
    if (value === undefined) return window[storage].getItem(name);
    if (value === null) window[storage].removeItem(name);
    else window[storage].setItem(name, value);
  } catch { /* The choice is not remembered. */ }
  return null;
};
const exampleIds = ${JSON.stringify({ workspace: exampleIds.workspace, account: exampleIds.socialAccount })};
`;

/**
 * Redirects links to the earlier form of the reference. Only browsers can do this, because they do not send the part
 * after the #.
 */
const oldLinksScript = String.raw`
const oldLink = /^#\/[^/]+\/(\w+)$/.exec(location.hash);
if (oldLink && /^\/docs(\/api)?\/?$/.test(location.pathname)) location.replace('${referenceUrl}/' + oldLink[1]);
`;

/** The one script of the docs. Plain JavaScript, because browsers run it as it is; test/browser/docs.test.ts tests it. */
export const script = `(() => {${[sharedScript, oldLinksScript, searchScript, samplesScript, tryItScript, copyScript].join('')}})();\n`;

const version = createHash('sha256').update(script).digest('hex').slice(0, 12);
export const scriptPath = '/docs/script.js';
export const scriptUrl = `${scriptPath}?v=${version}`;
