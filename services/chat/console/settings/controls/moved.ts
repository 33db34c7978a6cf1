/** The ids with one of them moved up or down, not beyond the ends. */
export function moved(ids: readonly number[], index: number, by: number): readonly number[] {
  const id = ids[index]
  if (id === undefined) return ids
  const others = ids.filter((_one, at) => at !== index)
  const to = Math.min(Math.max(index + by, 0), others.length)
  return [...others.slice(0, to), id, ...others.slice(to)]
}
