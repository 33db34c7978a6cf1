/** A statement with its parameters; made only by the `sql` tag, so a value cannot become text. */
export interface Sql {
  readonly text: string
  readonly values: readonly unknown[]
  /** The place in the source that wrote it, by which it gets a name; none: its text is planned each time. */
  readonly site?: TemplateStringsArray | undefined
  /** Its name on each connection, where whoever composed the text knows it. */
  readonly name?: string | undefined
}

class Fragment implements Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  readonly site: TemplateStringsArray | undefined

  constructor(strings: readonly string[], values: readonly unknown[], site?: TemplateStringsArray) {
    this.strings = strings
    this.values = values
    this.site = site
  }

  get text(): string {
    return this.strings.reduce((text, part, index) => `${text}$${index}${part}`)
  }
}

/**
 * A statement from tagged text: each `${value}` becomes a parameter, a nested `sql` fragment becomes part of the text.
 * Identifiers come from constants through `trusted`, never from a request. A statement that recurs is parsed and planned
 * once by each connection (`statement-names.ts`), unless `plannedAnew` says otherwise.
 */
export function sql(text: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  if (!values.some((value) => value instanceof Fragment)) return new Fragment(text, values, text)
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
  return new Fragment(strings, flat, text)
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
 * The same statement for the planner to look at its values each time: the best way to what is rare is another one than
 * to what is everywhere (a word, a sender, a range of a long table).
 */
export function plannedAnew({ text, values }: Sql): Sql {
  return { text, values }
}

/** The same statement under this name, which no other text may have; each name costs memory on every connection. */
export function withName(name: string | undefined, { text, values }: Sql): Sql {
  return { text, values, name }
}
