export interface FoundReference {
  readonly id: number
  readonly text: string
  readonly record?: Readonly<Record<string, unknown>>
  /** It has not what was typed, only words near to that; a person must choose it. */
  readonly isSimilar?: true
}

/** The one of those found that was meant: whose key or whole text was typed, or the only one. */
export function onlyMeant(
  options: readonly { readonly label: string; readonly value: FoundReference }[],
  typed: string,
): FoundReference | 'none' | 'several' {
  const wanted = typed.trim().toLowerCase()
  const found = options.filter(({ value }) => value.isSimilar !== true)
  const exact = found.filter(
    ({ label }) => label.toLowerCase() === wanted || label.toLowerCase().startsWith(`${wanted} `),
  )
  const [one, ...more] = exact.length > 0 ? exact : found
  if (one === undefined) return 'none'
  return more.length === 0 ? one.value : 'several'
}
