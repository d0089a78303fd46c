interface Chunk {
  file: string;
  imports?: string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

const isEarly = (module: string): boolean => module.endsWith('/early.ts');

/** The modules of a screen that its URL needs: its component, and what requests its data early. */
const modulesOfScreens = /^src\/screens\/([\w-]+)\/(?:([\w-]+)-screen\.tsx|early\.ts|preload\.ts)$/;

/**
 * Returns the HTML that loads the code of each screen, by the name that the screen has in its URL. `page` has the scripts
 * that every screen loads, and `manifest` is the list of all chunks that the build writes.
 */
export function preloadsIn(page: string, manifest: string): ReadonlyMap<string, string> {
  const chunks = JSON.parse(manifest) as Manifest;
  const files = new Map<string, Set<string>>();
  // The request of the data takes longest, so what sends it comes first.
  const names = Object.keys(chunks).sort((one, other) => Number(isEarly(other)) - Number(isEarly(one)));
  for (const name of names) {
    const [, folder = '', component = folder] = modulesOfScreens.exec(name) ?? [];
    if (component === '') continue;
    const known = files.get(component) ?? new Set();
    for (const file of filesOf(chunks, name)) if (!page.includes(file)) known.add(file);
    files.set(component, known);
  }
  return new Map([...files].map(([screen, known]) => [screen, [...known].map(linkTo).join('')]));
}

const linkTo = (file: string): string => `<link rel="modulepreload" crossorigin href="/${file}">`;

/** Returns the files of a chunk and of all that it imports. */
function filesOf(chunks: Manifest, name: string, known = new Set<string>()): Set<string> {
  const chunk = chunks[name];
  if (chunk === undefined || known.has(chunk.file)) return known;
  known.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(chunks, imported, known);
  return known;
}
