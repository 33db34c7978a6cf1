/** Does a piece of work for each item, so many at a time; answers in the order of the items. */
export async function inParallel<Item, Done>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Done>,
): Promise<readonly Done[]> {
  const done: Done[] = []
  const waiting = items.entries()
  const worker = async () => {
    // All workers draw from the one iterator.
    for (const [index, item] of waiting) done[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return done
}
