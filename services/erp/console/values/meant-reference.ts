export interface FoundReference {
  readonly id: number
  readonly text: string
  readonly record?: Readonly<Record<string, unknown>>
}

/** The one of those found that was meant: whose key or whole text was typed, or the only one. */
export function onlyMeant(
  options: readonly { readonly label: string; readonly value: FoundReference }[],
  typed: string,
): FoundReference | 'none' | 'several' {
  const wanted = typed.trim().toLowerCase()
  const exact = options.filter(
    ({ label }) => label.toLowerCase() === wanted || label.toLowerCase().startsWith(`${wanted} `),
  )
  const [one, ...more] = exact.length > 0 ? exact : options
  if (one === undefined) return 'none'
  return more.length === 0 ? one.value : 'several'
}
