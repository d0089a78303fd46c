import { lazy, Suspense, type ComponentProps } from 'react';

const LibraryDialog = lazy(async () => ({ default: (await import('./library-dialog.js')).LibraryDialog }));

/** The dialog that selects media of the library, loaded when it is opened. */
export const Library = (props: ComponentProps<typeof LibraryDialog>) => (
  <Suspense>
    <LibraryDialog {...props} />
  </Suspense>
);
