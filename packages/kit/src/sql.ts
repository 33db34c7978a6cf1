/** A statement with its parameters; made only by the `sql` tag, so a value cannot become text. */
export interface Sql {
  readonly text: string
  readonly values: readonly unknown[]
  /** Set for a statement whose text never varies: the server plans it once per connection. */
  readonly name?: string | undefined
}

class Fragment implements Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  readonly name: string | undefined

  constructor(strings: readonly string[], values: readonly unknown[], name?: string) {
    this.strings = strings
    this.values = values
    this.name = name
  }

  get text(): string {
    return this.strings.reduce((text, part, index) => `${text}$${index}${part}`)
  }
}

/**
 * A statement from tagged text: each `${value}` becomes a parameter, a nested `sql` fragment becomes part of the text.
 * Identifiers come from constants through `trusted`, never from a request.
 */
export function sql(text: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  if (!values.some((value) => value instanceof Fragment)) return new Fragment(text, values)
  const strings: string[] = [text[0] ?? '']
  const flat: unknown[] = []
  for (const [index, value] of values.entries()) {
    const after = text[index + 1] ?? ''
    if (value instanceof Fragment) {
      const [first = '', ...rest] = value.strings
      strings[strings.length - 1] += first
      strings.push(...rest)
      flat.push(...value.values)
      strings[strings.length - 1] += after
    } else {
      flat.push(value)
      strings.push(after)
    }
  }
  return new Fragment(strings, flat)
}

/**
 * Text of our own (an identifier from the model registry, a sort direction) as part of a statement; never text from a
 * request.
 */
export function trusted(text: string): Sql {
  return new Fragment([text], [])
}

export function join(parts: readonly Sql[], separator: string): Sql {
  const [first, ...rest] = parts
  if (first === undefined) return trusted('')
  return rest.reduce((all, part) => sql`${all}${trusted(separator)}${part}`, first)
}

/**
 * The same statement as a named one, which each connection parses and plans once.
 * Only for texts from a small fixed set: every name costs memory on every connection.
 */
export function prepared(name: string, statement: Sql): Sql {
  return { text: statement.text, values: statement.values, name }
}
