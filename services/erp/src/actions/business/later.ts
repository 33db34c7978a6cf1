/** A value that a unit of work knows when it is written: the id of a row that it makes, or of an entry that it books. */
export class Later {
  #value: string | null | undefined

  /** @throws Error before it is written */
  get value(): string | null {
    if (this.#value === undefined) throw new Error('it has no number yet')
    return this.#value
  }

  /** The id of what was certainly made. */
  get id(): string {
    if (this.value === null) throw new Error('nothing was made')
    return this.value
  }

  settle(value: string | null): void {
    this.#value = value
  }

  /** A text made from it, such as a folio. */
  as(text: (id: string) => string): Later {
    return new Derived(this, text)
  }
}

class Derived extends Later {
  readonly #from: Later
  readonly #text: (id: string) => string

  constructor(from: Later, text: (id: string) => string) {
    super()
    this.#from = from
    this.#text = text
  }

  override get value(): string {
    return this.#text(this.#from.id)
  }
}

export type Fields = Readonly<Record<string, unknown>>

export function isLater(fields: Fields): boolean {
  return Object.values(fields).some((value) => value instanceof Later)
}

export function settled(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Later ? value.value : value,
    ]),
  )
}
