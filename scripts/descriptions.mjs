// npm run descriptions: lists the descriptions of the platforms' APIs in test/platforms/official/descriptions, and says which
// were read more than 90 days ago. With a name, a date and files, such as `-- x-2.167 2026-08-22 openapi.json`, it reads one
// again: the date is that of the files, which are the complete description of the platform.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inProject, readText } from './lib/project.mjs';
import { sources } from './lib/descriptions/sources.mjs';
import { written } from './lib/descriptions/written.mjs';

const ageDaysMax = 90;
const dayMs = 24 * 60 * 60_000;
const folder = inProject('test', 'platforms', 'official', 'descriptions');
const [name, date, ...files] = process.argv.slice(2);
if (name === undefined) list();
else renew();

function list() {
  for (const file of readdirSync(folder)) {
    const { source, version, readOn } = JSON.parse(readText(`${folder}/${file}`));
    const days = Math.floor((Date.now() - Date.parse(readOn)) / dayMs);
    const old = days > ageDaysMax ? `, MORE THAN ${ageDaysMax} DAYS AGO` : '';
    console.log(`${file.replace('.json', '')}: ${source}, ${version}, read ${readOn}${old}`);
  }
}

function renew() {
  const { read, operations, ...about } = sources[name] ?? {};
  if (read === undefined || !/^\d{4}-\d\d-\d\d$/.test(date ?? '') || files.length === 0) {
    throw new Error(`Use: npm run descriptions -- ${Object.keys(sources).join('|')} YYYY-MM-DD FILE…`);
  }
  const texts = files.map((file) => readFileSync(file, 'utf8'));
  const { version = date, ...facts } = read(texts, operations, files);
  const readOn = new Date().toISOString().slice(0, 10);
  writeFileSync(`${folder}/${name}.json`, written({ ...about, version, date, readOn, ...facts }));
}
