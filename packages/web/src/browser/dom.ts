/** Class names joined; what is false or undefined is left out. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== false && name !== undefined && name !== '').join(' ')
}

/** An id that no other element of the page has. */
export function newId(prefix: string): string {
  ids.last += 1
  return `${prefix}-${ids.last}`
}

const ids = { last: 0 }
