/** A value that a unit of work knows when it is written: the id of a row that it makes, or of an entry that it books. */
export class Later {
  #value: string | null | undefined

  /** `value`: it is known already. */
  constructor(value?: string) {
    this.#value = value
  }

  /** @throws Error before it is written */
  get value(): string | number | null {
    if (this.#value === undefined) throw new Error('it has no number yet')
    return this.#value
  }

  get isKnown(): boolean {
    return this.#value !== undefined
  }

  /** The id of what was certainly made. */
  get id(): string {
    if (this.value === null) throw new Error('nothing was made')
    return String(this.value)
  }

  settle(value: string | null): void {
    this.#value = value
  }

  /** What is made from it, such as a folio. */
  as(make: (id: string) => string | number): Later {
    return new Derived(this, make)
  }
}

class Derived extends Later {
  readonly #from: Later
  readonly #make: (id: string) => string | number

  constructor(from: Later, make: (id: string) => string | number) {
    super()
    this.#from = from
    this.#make = make
  }

  override get value(): string | number {
    return this.#make(this.#from.id)
  }
}

export type Fields = Readonly<Record<string, unknown>>

export function isLater(fields: Fields): boolean {
  return Object.values(fields).some((value) => value instanceof Later)
}

/** The values once they are known; what waited for nothing is the same object. */
export function settled(fields: Fields): Fields {
  if (!isLater(fields)) return fields
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Later ? value.value : value,
    ]),
  )
}
