import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'

import { UrpReader, type UrpCaches } from './urp-reader.ts'
import { UrpWriter } from './urp-writer.ts'

/** A method of a UNO interface: the interface's name and the method's index in it. */
export interface UnoMethod {
  readonly interface: string
  readonly index: number
}

/** The bridge to the office is gone: the process ended, was killed, or sent something unreadable. */
export class BridgeClosed extends Error {
  constructor(reason: string) {
    super(`the office process ended the connection: ${reason}`)
    this.name = 'BridgeClosed'
  }
}

/** The office refused a call; `type` is UNO's name of the exception. */
export class UnoException extends Error {
  readonly type: string

  constructor(type: string, message: string) {
    super(`${type}: ${message}`)
    this.name = 'UnoException'
    this.type = type
  }
}

interface PendingCall {
  /** Reads the return value and settles the call; throws when the value cannot be read. */
  readonly accept: (reader: UrpReader) => void
  readonly reject: (error: Error) => void
}

const HEADER_BYTES = 8
// The largest answer of the calls made here is an exception's text.
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024
const PROPERTIES_OBJECT = 'UrpProtocolProperties'
const REQUEST_CHANGE = 4
const COMMIT_CHANGE = 5
const RELEASE: number = 2

const FLAG = {
  longHeader: 0x80,
  request: 0x40,
  newType: 0x20,
  newObject: 0x10,
  newThread: 0x08,
  exception: 0x20,
  longFunction: 0x04,
  moreFlags: 0x01,
} as const

/**
 * A client of the UNO Remote Protocol over a stream. Calls are answered in the order in which they are made; all
 * pending ones fail with `BridgeClosed` when the stream ends.
 * @source docs/decisions/0120-office-pool.md
 */
export class UrpConnection {
  readonly #socket: Socket
  readonly #caches: UrpCaches = { types: new Map(), objects: new Map(), threads: new Map() }
  readonly #pending: PendingCall[] = []
  readonly #threadId = randomBytes(8)
  readonly #ready: Promise<void>
  #onReady: (error?: Error) => void = () => undefined
  #buffered: Buffer = Buffer.alloc(0)
  #object = ''
  #peerThread = Buffer.alloc(0)
  #sendsContext = false
  #closed: BridgeClosed | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    this.#ready = new Promise((resolve, reject) => {
      this.#onReady = (error) => (error === undefined ? resolve() : reject(error))
    })
    // `ready` awaits the opening handshake; a bridge that closes before must not cause an unhandled rejection.
    this.#ready.catch(() => undefined)
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', (error) => this.#close(error.message))
    socket.on('close', () => this.#close('closed'))
  }

  /** Resolves when the peers have agreed on the protocol's properties. */
  get ready(): Promise<void> {
    return this.#ready
  }

  get isClosed(): boolean {
    return this.#closed !== undefined
  }

  /**
   * Calls a method of an object and reads its return value.
   * @throws UnoException when the office refuses, BridgeClosed when it is gone
   */
  async call<T>(
    object: string,
    method: UnoMethod,
    write: (writer: UrpWriter) => void,
    read: (reader: UrpReader) => T,
  ): Promise<T> {
    if (this.#closed !== undefined) throw this.#closed
    const writer = this.#request(object, method)
    if (this.#sendsContext) writer.object(null)
    write(writer)
    return await new Promise<T>((resolve, reject) => {
      // The value is read before the next message, because reading fills the caches that the next one refers to.
      this.#pending.push({ accept: (reader) => resolve(read(reader)), reject })
      this.#send(writer)
    })
  }

  /** Releases an object; without this the office would keep every document that it ever opened. */
  release(object: string, interfaceName: string): void {
    if (this.#closed === undefined) {
      this.#send(this.#request(object, { interface: interfaceName, index: RELEASE }))
    }
  }

  /** Pending calls fail at once. */
  close(): void {
    this.#fail('closed by this side')
  }

  #request(object: string, method: UnoMethod): UrpWriter {
    const flags = FLAG.longHeader | FLAG.request | FLAG.newType | FLAG.newObject | FLAG.newThread
    return new UrpWriter()
      .u8(flags)
      .u8(method.index)
      .interfaceType(method.interface)
      .object(object)
      .threadId(this.#threadId)
  }

  #send(message: UrpWriter): void {
    const body = message.toBuffer()
    const header = Buffer.alloc(HEADER_BYTES)
    header.writeUInt32BE(body.length, 0)
    header.writeUInt32BE(1, 4)
    this.#socket.write(Buffer.concat([header, body]))
  }

  #receive(chunk: Buffer): void {
    this.#buffered = this.#buffered.length === 0 ? chunk : Buffer.concat([this.#buffered, chunk])
    while (this.#buffered.length >= HEADER_BYTES) {
      const size = this.#buffered.readUInt32BE(0)
      const count = this.#buffered.readUInt32BE(4)
      if (size > MAX_MESSAGE_BYTES) return this.#fail('a message is too large')
      if (this.#buffered.length < HEADER_BYTES + size) return undefined
      const block = this.#buffered.subarray(HEADER_BYTES, HEADER_BYTES + size)
      this.#buffered = this.#buffered.subarray(HEADER_BYTES + size)
      try {
        const reader = new UrpReader(block, this.#caches)
        for (let index = 0; index < count && !reader.isAtEnd; index += 1) this.#message(reader)
      } catch (error) {
        return this.#fail(error instanceof Error ? error.message : 'unreadable message')
      }
    }
    return undefined
  }

  #fail(reason: string): void {
    this.#close(reason)
    this.#socket.destroy()
  }

  #message(reader: UrpReader): void {
    const flags = reader.u8()
    if ((flags & FLAG.longHeader) === 0) this.#peerRequest(reader, shortFunction(reader, flags))
    else if ((flags & FLAG.request) === 0) this.#reply(reader, flags)
    else this.#peerRequest(reader, this.#longHeader(reader, flags))
  }

  #reply(reader: UrpReader, flags: number): void {
    if ((flags & FLAG.newThread) !== 0) reader.threadId()
    // It stays pending until it is read: an unreadable answer closes the bridge, which rejects it.
    const [call] = this.#pending
    if (call === undefined) throw new RangeError('a reply to no call')
    if ((flags & FLAG.exception) === 0) call.accept(reader)
    else call.reject(readException(reader))
    this.#pending.shift()
  }

  #peerRequest(reader: UrpReader, method: number): void {
    if (this.#object === PROPERTIES_OBJECT && method === REQUEST_CHANGE) {
      reader.u32()
      // 1: the peer's proposal wins, since this side proposes nothing.
      this.#answer(new UrpWriter().u32(1))
    } else if (this.#object === PROPERTIES_OBJECT && method === COMMIT_CHANGE) {
      reader.skipRest()
      this.#answer(new UrpWriter())
      this.#sendsContext = true
      this.#onReady()
    } else if (method !== RELEASE) {
      throw new RangeError(`an unexpected call ${method} of ${this.#object}`)
    }
  }

  #longHeader(reader: UrpReader, flags: number): number {
    if ((flags & FLAG.moreFlags) !== 0) reader.u8()
    const method = (flags & FLAG.longFunction) !== 0 ? reader.u16() : reader.u8()
    if ((flags & FLAG.newType) !== 0) reader.type()
    if ((flags & FLAG.newObject) !== 0) this.#object = reader.object() ?? ''
    if ((flags & FLAG.newThread) !== 0) this.#peerThread = Buffer.from(reader.threadId())
    return method
  }

  #answer(value: UrpWriter): void {
    const flags = FLAG.longHeader | FLAG.newThread
    this.#send(new UrpWriter().u8(flags).threadId(this.#peerThread).append(value))
  }

  #close(reason: string): void {
    if (this.#closed !== undefined) return
    const closed = new BridgeClosed(reason)
    this.#closed = closed
    this.#onReady(closed)
    for (const call of this.#pending.splice(0)) call.reject(closed)
  }
}

function readException(reader: UrpReader): UnoException {
  const thrown = reader.any()
  // The rest of an exception is its context and further members, whose types this client does not know.
  reader.skipRest()
  return thrown.kind === 'exception'
    ? new UnoException(thrown.type, thrown.message)
    : new UnoException('unknown', 'an exception without a type')
}

function shortFunction(reader: UrpReader, flags: number): number {
  const isTwoBytes = (flags & 0x40) !== 0
  return isTwoBytes ? ((flags & 0x3f) << 8) | reader.u8() : flags & 0x3f
}
