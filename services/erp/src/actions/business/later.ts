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
