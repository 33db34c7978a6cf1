/** What a linkifier makes of a text. */
export type LinkifierTest =
  | { readonly kind: 'invalid' | 'none' }
  | { readonly kind: 'found'; readonly matched: string; readonly url: string }

/**
 * Tries a pattern on a text, as far as a browser can: patterns are those of RE2, which a browser knows but for flags at
 * the start. The server has the last word.
 */
export function testLinkifier(pattern: string, template: string, text: string): LinkifierTest {
  const compiled = compile(pattern)
  if (compiled === undefined) return { kind: 'invalid' }
  const found = compiled.exec(text)
  if (found === null || found[0] === '') return { kind: 'none' }
  return { kind: 'found', matched: found[0], url: filled(template, found.groups ?? {}) }
}

function compile(pattern: string): RegExp | undefined {
  // Python's form of a named group is RE2's too, and not a browser's.
  const source = pattern.replaceAll('(?P<', '(?<')
  const flags = /^\(\?([ims]+)\)/.exec(source)
  try {
    return new RegExp(
      flags === null ? source : source.slice(flags[0].length),
      `u${flags?.[1] ?? ''}`,
    )
  } catch {
    return undefined
  }
}

/** A URL template with its variables filled in; RFC 6570's simple and reserved forms. */
function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{([+#]?)([^{}]+)\}/g, (_whole, form: string, names: string) => {
    const parts = names.split(',').map((name) => {
      const value = values[name.replace(/(?:\*|:\d+)$/, '').trim()] ?? ''
      return form === '' ? encodeURIComponent(value) : encodeURI(value)
    })
    return (form === '#' ? '#' : '') + parts.join(',')
  })
}
