import { useEffect } from 'react';
import { Actions } from './actions.js';
import { Content } from './content.js';
import { Fields } from './fields.js';
import { Popups } from './popups.js';
import { Previews } from './previews.js';
import { Tokens } from './tokens.js';

/** Every component in its states, for those who work on the dashboard. It is not in the production build. */
export function DesignScreen() {
  useEffect(() => {
    document.title = 'Design – Punctual';
  }, []);
  return (
    <main className="mx-auto flex max-w-4xl flex-col gap-8 bg-canvas p-4 text-ink sm:p-8">
      <h1 className="text-2xl font-bold">Design</h1>
      <Tokens />
      <Actions />
      <Fields />
      <Content />
      <Popups />
      <Previews />
    </main>
  );
}
