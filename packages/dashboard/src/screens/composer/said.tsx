/** Notes below a field: they keep nobody from going on. Inside of a hint, so without blocks of their own. */
export function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <span key={note} className="mt-1 block font-medium text-warning">
      Note: {note}
    </span>
  ));
}

/** Where there is no single control that it is about. */
export function Said({ error, notes }: { error: string | undefined; notes: readonly string[] }) {
  if (error === undefined && notes.length === 0) return null;
  return (
    <div className="text-sm">
      {error !== undefined && <p className="font-medium text-bad">{error}</p>}
      <Notes notes={notes} />
    </div>
  );
}
