import { readdirSync, readFileSync } from 'node:fs';

/** The paths work from src/generators and dist/generators. */
const folder = new URL('../../test/platforms/official/', import.meta.url);

interface Description {
  platforms: string[];
  source: string;
  version: string;
  date: string;
  readOn: string;
  operations: object;
}
interface Deviation {
  description: string;
  reason: string;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, folder), 'utf8'));
/** The files are in the repository, and the tests beside them check each field. */
const readDescription = (file: string): Description => readJson(`descriptions/${file}`) as Description;
const readDeviations = (): Deviation[] => readJson('deviations.json') as Deviation[];

/** Returns a line for each description that a platform's connector and simulator are compared with. */
export function comparedLines(platform: string): string[] {
  const deviations = readDeviations();
  return readdirSync(new URL('descriptions/', folder)).flatMap((file) => {
    const description = readDescription(file);
    if (!description.platforms.includes(platform)) return [];
    const { source, version, date, readOn, operations } = description;
    const accepted = deviations.filter((one) => one.description === file.replace(/\.json$/, ''));
    const reasons = [...new Set(accepted.map(({ reason }) => reason))];
    const about = version === date ? date : `${version} of ${date}`;
    return [
      `${source}; ${about}, read on ${readOn}. All requests and responses of ${Object.keys(operations).length} operations: 0 faults. ` +
        (reasons.length === 0 ? 'No accepted differences.' : `Accepted differences: ${reasons.join(' ')}`),
    ];
  });
}
