/** Works on items in their order, several at a time, as long as `mayGoOn` allows. */
export async function someAtOnce<T>(
  items: Iterable<T>,
  { atOnceMax, mayGoOn = () => true }: { atOnceMax: number; mayGoOn?: () => boolean },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items].values();
  const lane = async (): Promise<void> => {
    for (const item of waiting) {
      if (!mayGoOn()) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: atOnceMax }, lane));
}
