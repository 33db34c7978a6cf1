interface AboutPage {
  readonly about: readonly string[]
}

/** Where the manual tells of an address of the console: of a list and its records the model, else the address itself. */
export function helpAddress(path: string): string {
  const [, first, model] = path.split('/')
  if (first === 'manual') return '/manual'
  return `/manual?${new URLSearchParams({ de: first === 'm' && model !== undefined ? model : path }).toString()}`
}

/** The pages about a model or an address, else about the one above it; of any model those of lists and records. */
export function aboutOf<P extends AboutPage>(
  pages: readonly P[],
  sought: string | null,
): readonly P[] {
  if (sought === null) return []
  const found = pages.filter(({ about }) => about.includes(sought))
  if (found.length > 0) return found
  if (!sought.startsWith('/')) return pages.filter(({ about }) => about.some(isOfAnyModel))
  const above = sought.slice(0, sought.lastIndexOf('/'))
  return above === '' ? [] : aboutOf(pages, above)
}

function isOfAnyModel(about: string): boolean {
  return about.startsWith('/m/:modelo')
}
