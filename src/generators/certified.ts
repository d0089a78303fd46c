import { readFileSync } from 'node:fs';
import { certifiedWords, readCertified } from '../domain/certified.js';

/** The reports of `punctual certify`. The path works from src/generators and dist/generators. */
const reportOf = (folder: string): URL => new URL(`../../docs/certified/${folder}.md`, import.meta.url);

/** Whether a platform is certified, in words, with a link to the report if there is one. */
export function certifiedCell(folder: string): string {
  let report: string;
  try {
    report = readFileSync(reportOf(folder), 'utf8');
  } catch {
    return certifiedWords(null);
  }
  const certified = readCertified(report);
  if (certified === null) throw new Error(`docs/certified/${folder}.md is no report of punctual certify.`);
  return `[${certifiedWords(certified)}](certified/${folder}.md)`;
}
