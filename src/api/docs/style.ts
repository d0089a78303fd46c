import { createHash } from 'node:crypto';

/** Colors, text and controls of every page outside of the dashboard. Every text color has a contrast of 4.5:1. */
export const baseStyle = `:root {
  color-scheme: light dark;
  --canvas: #ffffff; --raised: #f1f3f7; --line: #d9dde5; --edge: #767f90;
  --ink: #171b24; --muted: #525b6b; --accent: #3730a3; --on-accent: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #0f1218; --raised: #1c222d; --line: #323a4a; --edge: #8590a5;
    --ink: #eef1f6; --muted: #aab3c3; --accent: #b4b0ff; --on-accent: #16123f;
  }
}
*, ::before, ::after { box-sizing: border-box }
[hidden] { display: none }
html { background: var(--canvas); color: var(--ink); scroll-padding-top: 1rem }
body { font: 16px/1.6 system-ui, sans-serif; margin: 0; overflow-wrap: break-word }
h1, h2, h3, h4 { line-height: 1.25; margin: 2em 0 .6em }
h1 { font-size: 2rem; margin-top: 0 } h2 { font-size: 1.4rem } h3 { font-size: 1.15rem } h4 { font-size: 1rem }
a { color: var(--accent); text-underline-offset: .15em }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
button, select, input { background: var(--canvas); border: 1px solid var(--edge); border-radius: .4rem; color: inherit; font: inherit; min-height: 2.25rem; padding: .3rem .8rem }
button { background: var(--accent); border-color: var(--accent); color: var(--on-accent); cursor: pointer }
button:disabled { background: var(--raised); border-color: var(--line); color: var(--muted); cursor: default }
.card { margin: 12vh auto; max-width: 36rem; padding: 0 1rem }
`;

const docsStyle = `
:root { --c-text: #0b5d34; --c-number: #8a3b00; --c-word: #5b21b6; --c-comment: #525b6b }
@media (prefers-color-scheme: dark) { :root { --c-text: #8fe0b0; --c-number: #ffbd85; --c-word: #cdb8ff; --c-comment: #aab3c3 } }
.c-text { color: var(--c-text) } .c-number { color: var(--c-number) } .c-word { color: var(--c-word) } .c-comment { color: var(--c-comment); font-style: italic }
.aside { align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; position: sticky; top: 1rem }
.aside h2.plain { font-size: 1.05rem; margin: 0 0 .5rem } .samples.tabbed h3.plain { display: none }
.aside pre, .aside textarea { max-height: 28rem; overflow: auto }
[role=tablist] { display: flex; flex-wrap: wrap; gap: .25rem } [role=tablist][hidden] { display: none }
[role=tab] { background: none; border-color: transparent; color: var(--ink) }
[role=tab][aria-selected=true] { background: var(--raised); border-color: var(--edge); font-weight: 600 }
.fields { list-style: none; margin: 0; padding: 0 } .fields .fields { border-left: 2px solid var(--line); padding-left: .9rem }
.fields li { border-top: 1px solid var(--line); padding: .6rem 0 } .fields p { margin: .3rem 0 }
.field code, .operations code, .call code, .values code { overflow-wrap: anywhere } .own { display: grid; gap: .4rem; margin-bottom: .8rem } select { max-width: 100% }
.field { display: flex; flex-wrap: wrap; gap: .2rem .6rem } .field code { font-weight: 600 } .field small { color: var(--muted) } .field .required { color: var(--accent); font-weight: 600 }
.fields summary, .shape > summary, .try > summary { cursor: pointer; font-weight: 600; padding: .2rem 0 }
.operations { list-style: none; margin: 0; padding: 0 } .operations li { align-items: baseline; display: flex; flex-wrap: wrap; gap: .2rem 1rem; justify-content: space-between; padding: .2rem 0 }
.try form { display: grid; gap: .6rem; margin: .5rem 0 } .try form[hidden] { display: none } .try label { display: grid; gap: .2rem; font-size: .9rem } .try .check { align-items: center; grid-template-columns: auto 1fr } .try .check input { min-height: 0 }
textarea { background: var(--canvas); border: 1px solid var(--edge); border-radius: .4rem; color: inherit; font: .9rem/1.5 ui-monospace, monospace; padding: .5rem }
.copied { position: relative } .copied > button { font-size: .8rem; min-height: 1.75rem; padding: .1rem .6rem; position: absolute; right: .5rem; top: .5rem }
.copied > pre { padding-top: 2.6rem }
.top form { position: relative } .instant { background: var(--canvas); border: 1px solid var(--edge); border-radius: .4rem; left: 0; margin-top: .25rem; max-height: 70vh; overflow-y: auto; padding: .25rem; position: absolute; right: 0; top: 100%; z-index: 2 }
.instant a { border-radius: .3rem; color: var(--ink); display: block; padding: .35rem .6rem; text-decoration: none } .instant a:hover, .instant a:focus { background: var(--raised) } .instant small { color: var(--muted); display: block } .instant p { margin: .35rem .6rem }
.doors { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); list-style: none; padding: 0 } .doors a { background: var(--raised); border: 1px solid var(--line); border-radius: .6rem; color: var(--ink); display: block; height: 100%; padding: 1.25rem; text-decoration: none } .doors strong { color: var(--accent); display: block; font-size: 1.25rem }
.skip { background: var(--accent); color: var(--on-accent); left: .5rem; padding: .5rem 1rem; position: absolute; top: -10rem }
.skip:focus { top: .5rem }
.unseen { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; white-space: nowrap; width: 1px }
.top { align-items: center; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; padding: .75rem 1.25rem }
.top .home { color: inherit; font-weight: 600; text-decoration: none }
.top form { display: flex; flex: 1; gap: .5rem; max-width: 30rem; min-width: 14rem }
.top input { flex: 1; min-width: 0 }
.top nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem }
.columns { display: grid; gap: 2rem; grid-template-columns: 16rem minmax(0, 1fr); margin: 0 auto; max-width: 90rem; padding: 1.5rem 1.25rem 4rem }
.pages { font-size: .95rem }
.pages summary { cursor: pointer; font-weight: 600; padding: .3rem 0 }
.pages ul { list-style: none; margin: 0 0 .6rem; padding: 0 0 0 .9rem }
.pages li a { color: var(--ink); display: block; padding: .2rem .5rem; text-decoration: none }
.pages li a:hover { text-decoration: underline }
.pages [aria-current] { background: var(--raised); border-radius: .3rem; color: var(--accent); font-weight: 600 }
.to-pages { display: none }
.content { display: grid; gap: 2rem; grid-template-columns: minmax(0, 50rem) }
.content.wide { gap: 2.5rem; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) }
.content.long { grid-template-columns: minmax(0, 50rem) 14rem }
.crumbs { font-size: .9rem; margin-bottom: 1rem }
.crumbs ol { display: flex; flex-wrap: wrap; list-style: none; margin: 0; padding: 0 }
.crumbs li + li::before { color: var(--muted); content: "/"; padding: 0 .5rem }
.toc { align-self: start; font-size: .9rem; max-height: 95vh; overflow-y: auto; position: sticky; top: 1rem }
.toc h2 { font-size: .9rem; margin: 0 0 .4rem }
.toc ul { list-style: none; margin: 0; padding: 0 }
.toc li { padding: .15rem 0 }
.toc .deeper { padding-left: .9rem }
main:focus { outline: none }
.scroll { margin: 1rem 0; overflow-x: auto }
table { border-collapse: collapse; font-size: .95rem; min-width: 100% }
th, td { border-bottom: 1px solid var(--line); padding: .45rem .9rem .45rem 0; text-align: left; vertical-align: top }
th { white-space: nowrap }
td { min-width: 7rem }
pre { background: var(--raised); border-radius: .4rem; font-size: .9rem; line-height: 1.5; overflow-x: auto; padding: .9rem 1rem }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .92em }
:not(pre) > code { background: var(--raised); border-radius: .25rem; padding: .1em .3em }
pre code { font-size: inherit }
img { height: auto; max-width: 100% }
.article img { background: #ffffff }
blockquote { border-left: 3px solid var(--edge); margin: 1rem 0; padding: 0 1rem }
hr { border: 0; border-top: 1px solid var(--line) }
.tiles { display: grid; gap: 1rem 2.5rem; grid-template-columns: repeat(auto-fill, minmax(18rem, 1fr)) }
.tiles h2 { margin-top: 1rem }
.tiles ul, .found { list-style: none; margin: 0; padding: 0 }
.tiles li, .found li { padding: .3rem 0 }
.tiles small, .found p { color: var(--muted); display: block; font-size: .9rem; margin: 0 }
@media (max-width: 70rem) { .content.wide, .content.long { grid-template-columns: minmax(0, 1fr) } .toc { max-height: none; order: -1; position: static } }
@media (max-width: 48rem) {
  .columns { grid-template-columns: minmax(0, 1fr) }
  .pages { border-top: 1px solid var(--line); order: 2; padding-top: 1rem }
  .to-pages { display: inline }
}
@media (max-width: 70rem) { .aside { max-height: none; position: static } }
@media print { .top, .pages, .toc, .crumbs, .skip { display: none } .columns, .content { display: block } }
`;

export const styleSheet = `${baseStyle}${docsStyle}`;

/** The version in the stylesheet's URL. It changes with the content, so that browsers can cache the file for long. */
const version = createHash('sha256').update(styleSheet).digest('hex').slice(0, 12);
export const stylePath = '/docs/style.css';
export const styleUrl = `${stylePath}?v=${version}`;

export const iconPath = '/docs/icon.svg';
export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="14" fill="#3730a3"/><path d="M16 8v8l5 4" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>\n';
