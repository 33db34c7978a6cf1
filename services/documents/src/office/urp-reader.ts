import { TYPE_CLASS } from './urp-writer.ts'

interface UnoType {
  readonly typeClass: number
  readonly name: string
}

/** What a reply may hold; only the kinds that this client's calls return. */
export type UnoValue =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'scalar'; readonly value: boolean | number | string }
  | { readonly kind: 'object'; readonly id: string | null }
  | { readonly kind: 'exception'; readonly type: string; readonly message: string }

/** What the peer has named once and then refers to by number; lives as long as the connection. */
export interface UrpCaches {
  readonly types: Map<number, UnoType>
  readonly objects: Map<number, string>
  readonly threads: Map<number, Buffer>
}

const LAST_SIMPLE_CLASS = 14
const NOT_CACHED = 0xffff
const LONG_LENGTH = 255

/** Reads one message of the UNO Remote Protocol. Throws a RangeError when the message ends too early. */
export class UrpReader {
  readonly #message: Buffer
  readonly #caches: UrpCaches
  #position = 0

  constructor(message: Buffer, caches: UrpCaches) {
    this.#message = message
    this.#caches = caches
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#message.length
  }

  skipRest(): void {
    this.#position = this.#message.length
  }

  u8(): number {
    const value = this.#message.readUInt8(this.#position)
    this.#position += 1
    return value
  }

  u16(): number {
    const value = this.#message.readUInt16BE(this.#position)
    this.#position += 2
    return value
  }

  u32(): number {
    const value = this.#message.readUInt32BE(this.#position)
    this.#position += 4
    return value
  }

  bytes(): Buffer {
    const short = this.u8()
    const length = short === LONG_LENGTH ? this.u32() : short
    const end = this.#position + length
    if (end > this.#message.length) throw new RangeError('a value is longer than its message')
    const value = this.#message.subarray(this.#position, end)
    this.#position = end
    return value
  }

  string(): string {
    return this.bytes().toString('utf8')
  }

  type(): UnoType {
    const flags = this.u8()
    const typeClass = flags & 0x7f
    if (typeClass <= LAST_SIMPLE_CLASS) return { typeClass, name: '' }
    const index = this.u16()
    const isNew = (flags & 0x80) !== 0
    if (!isNew) return this.#caches.types.get(index) ?? { typeClass, name: '' }
    const type = { typeClass, name: this.string() }
    if (index !== NOT_CACHED) this.#caches.types.set(index, type)
    return type
  }

  object(): string | null {
    const id = this.string()
    const index = this.u16()
    if (id === '') return index === NOT_CACHED ? null : (this.#caches.objects.get(index) ?? null)
    if (index !== NOT_CACHED) this.#caches.objects.set(index, id)
    return id
  }

  threadId(): Buffer {
    const id = Buffer.from(this.bytes())
    const index = this.u16()
    if (id.length === 0) return this.#caches.threads.get(index) ?? id
    if (index !== NOT_CACHED) this.#caches.threads.set(index, id)
    return id
  }

  any(): UnoValue {
    const type = this.type()
    switch (type.typeClass) {
      case TYPE_CLASS.void:
        return { kind: 'nothing' }
      case TYPE_CLASS.boolean:
        return { kind: 'scalar', value: this.u8() !== 0 }
      case TYPE_CLASS.long:
        return { kind: 'scalar', value: this.u32() | 0 }
      case TYPE_CLASS.string:
        return { kind: 'scalar', value: this.string() }
      case TYPE_CLASS.interface:
        return { kind: 'object', id: this.object() }
      case TYPE_CLASS.exception:
        // Every UNO exception begins with its message; what follows is of no use here.
        return { kind: 'exception', type: type.name, message: this.string() }
      default:
        throw new RangeError(`a value of type class ${type.typeClass} was not expected`)
    }
  }
}
