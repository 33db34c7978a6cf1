/** UNO's type classes, as far as this client uses them. */
export const TYPE_CLASS = {
  void: 0,
  boolean: 2,
  short: 4,
  long: 6,
  string: 12,
  any: 14,
  exception: 19,
  sequence: 20,
  interface: 22,
} as const

/** A number of 16 bits; the office passes over a property that comes as a longer one. */
export class UnoShort {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** The values of a PropertyValue: nested ones are sequences of PropertyValue. */
export interface UnoProperties {
  readonly [name: string]: boolean | number | string | UnoShort | UnoProperties
}

const NEW_TYPE = 0x80
// Types and objects that are sent are not entered into the peer's cache.
const NOT_CACHED = 0xffff
const LONG_LENGTH = 255

/**
 * Writes values in UNO Remote Protocol form: big-endian, lengths in one byte, or 255 and four more.
 * @source docs/decisions/0120-office-pool.md
 */
export class UrpWriter {
  readonly #chunks: Buffer[] = []

  u8(value: number): this {
    this.#chunks.push(Buffer.from([value]))
    return this
  }

  u16(value: number): this {
    const bytes = Buffer.alloc(2)
    bytes.writeUInt16BE(value)
    this.#chunks.push(bytes)
    return this
  }

  u32(value: number): this {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value >>> 0)
    this.#chunks.push(bytes)
    return this
  }

  length(count: number): this {
    return count < LONG_LENGTH ? this.u8(count) : this.u8(LONG_LENGTH).u32(count)
  }

  bytes(value: Buffer): this {
    this.length(value.length)
    this.#chunks.push(value)
    return this
  }

  string(value: string): this {
    return this.bytes(Buffer.from(value, 'utf8'))
  }

  interfaceType(name: string): this {
    return this.#namedType(TYPE_CLASS.interface, name)
  }

  /** An object by its id; null is the empty reference. */
  object(id: string | null): this {
    return this.string(id ?? '').u16(NOT_CACHED)
  }

  threadId(id: Buffer): this {
    return this.bytes(id).u16(NOT_CACHED)
  }

  properties(properties: UnoProperties): this {
    const entries = Object.entries(properties)
    this.length(entries.length)
    for (const [name, value] of entries) {
      const handle = -1
      const directValue = 0
      this.string(name).u32(handle).#any(value).u32(directValue)
    }
    return this
  }

  append(other: UrpWriter): this {
    this.#chunks.push(other.toBuffer())
    return this
  }

  toBuffer(): Buffer {
    return Buffer.concat(this.#chunks)
  }

  #namedType(typeClass: number, name: string): this {
    return this.u8(typeClass | NEW_TYPE)
      .u16(NOT_CACHED)
      .string(name)
  }

  #any(value: UnoProperties[string]): this {
    if (typeof value === 'boolean') return this.u8(TYPE_CLASS.boolean).u8(value ? 1 : 0)
    if (typeof value === 'number') return this.u8(TYPE_CLASS.long).u32(value)
    if (typeof value === 'string') return this.u8(TYPE_CLASS.string).string(value)
    if (value instanceof UnoShort) return this.u8(TYPE_CLASS.short).u16(value.value)
    const sequence = '[]com.sun.star.beans.PropertyValue'
    return this.#namedType(TYPE_CLASS.sequence, sequence).properties(value)
  }
}
