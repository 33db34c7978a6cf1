import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

// The library itself is loaded only by a service that has a NATS.
import type {
  Authenticator,
  ConnectionOptions,
  Msg,
  NatsConnection,
  Subscription,
  TlsOptions,
} from '@nats-io/transport-node'
import type { Log } from '@oficina/kit/log.ts'
import { rest } from '@oficina/kit/rest.ts'

import { CredentialsFileError, faultOf, type NatsTrouble } from './nats-faults.ts'
import type { NatsServers } from './nats-settings.ts'

export interface NatsOptions {
  readonly nats: NatsServers
  /** A file with a JWT and its key, as `nsc` writes it. */
  readonly credentialsFile: string | undefined
  /** How the server's lists of connections call this one. */
  readonly name: string
  readonly log: Log
}

/** What came of asking: `nobody` listens there, or none answered in time, or the connection was lost. */
export type NatsAnswer =
  | { readonly kind: 'answered'; readonly data: Uint8Array }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'silent' }

/** As `/health` shows it: `reason` is why there is no connection now. */
export interface NatsHealth {
  readonly connected: boolean
  readonly reason?: NatsTrouble
}

export interface Heard {
  readonly data: Uint8Array
  /** False when nobody asked for an answer. */
  answer(data: Uint8Array): boolean
}

export interface ListenOptions {
  /** Of those who listen in one queue, one hears each message. */
  readonly queue?: string
  /** Ends by itself after so many messages; absent: never. */
  readonly max?: number
}

interface Ear {
  readonly subject: string
  readonly options: ListenOptions
  readonly hear: (heard: Heard) => void
  subscription: Subscription | undefined
}

// A server that is there answers at once.
const CONNECT_TIMEOUT_MS = 3_000
const RETRY_MS = 1_000
// A connection whose other end is gone without a word is given up after three of them.
const PING_MS = 5_000
const CLOSE_MS = 1_000
// What a message holds beside what it carries.
const MARGIN_BYTES = 4_096

/**
 * A connection to NATS that is looked for as long as the service runs. Nothing waits for it: what is said while it is
 * away is lost, and whoever asks is told so. It delivers at most once, so nothing may rest on it.
 * @source docs/decisions/0009-nats.md
 */
export class NatsLink {
  readonly #options: NatsOptions
  readonly #ears = new Set<Ear>()
  readonly #watchers = new Set<() => void>()
  readonly #stopping = new AbortController()
  #connection: NatsConnection | undefined
  #isUp = false
  #trouble: NatsTrouble | undefined
  #looking: Promise<void> = Promise.resolve()

  constructor(options: NatsOptions) {
    this.#options = options
  }

  /**
   * Begins to look for a server; resolves when the first attempt is over, however it went, or after 3 s.
   * @throws CredentialsFileError NATS_CREDS is no file of credentials
   */
  async open(): Promise<void> {
    await this.#authenticator()
    const first = Promise.withResolvers<void>()
    this.#looking = this.#look(first.resolve)
    await Promise.race([first.promise, rest(CONNECT_TIMEOUT_MS)])
  }

  get isConnected(): boolean {
    return this.#isUp
  }

  get health(): NatsHealth {
    return this.#isUp
      ? { connected: true }
      : { connected: false, ...(this.#trouble !== undefined && { reason: this.#trouble }) }
  }

  /** The longest message that the server takes now, in bytes, without a margin for what surrounds it. */
  get maxBytes(): number {
    return (this.#connection?.info?.max_payload ?? 0) - MARGIN_BYTES
  }

  /** Calls back whenever the connection comes or goes. */
  watch(changed: () => void): void {
    this.#watchers.add(changed)
  }

  /** Says something to whoever listens now; nothing while there is no connection. */
  say(subject: string, data: Uint8Array = new Uint8Array()): void {
    if (this.#isUp && this.#connection?.isClosed() === false)
      this.#connection.publish(subject, data)
  }

  /** Hears what others say, now and after each loss of the connection; never what this link says itself. */
  listen(
    subject: string,
    hear: (heard: Heard) => void,
    options: ListenOptions = {},
  ): { readonly end: () => void } {
    const ear: Ear = { subject, options, hear, subscription: undefined }
    this.#ears.add(ear)
    if (this.#connection !== undefined) this.#lend(this.#connection, ear)
    return {
      end: () => {
        this.#ears.delete(ear)
        if (this.#connection?.isClosed() === false) ear.subscription?.unsubscribe()
      },
    }
  }

  /** Asks one of those who listen. Never throws. */
  async ask(subject: string, data: Uint8Array, timeoutMs: number): Promise<NatsAnswer> {
    const connection = this.#connection
    if (connection === undefined || !this.#isUp) return { kind: 'silent' }
    try {
      const reply = await connection.request(subject, data, { timeout: timeoutMs })
      return { kind: 'answered', data: reply.data }
    } catch (error) {
      return { kind: isNobody(error) ? 'nobody' : 'silent' }
    }
  }

  /** Says what is still to be said, for at most a second, and leaves. */
  async close(): Promise<void> {
    this.#stopping.abort()
    const connection = this.#connection
    if (connection !== undefined && !connection.isClosed()) {
      if (this.#isUp)
        await Promise.race([connection.flush().catch(() => undefined), rest(CLOSE_MS)])
      await connection.close().catch(() => undefined)
    }
    await this.#looking
  }

  async #look(tried: () => void): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const beganMs = performance.now()
      try {
        const connection = await this.#connect()
        // oxlint-disable-next-line typescript/no-unnecessary-condition -- it may have stopped meanwhile.
        if (signal.aborted) await connection.close()
        else await this.#keep(connection, tried)
      } catch (error) {
        this.#tellTrouble(error)
      }
      tried()
      // What held for a while is looked for again at once.
      await rest(Math.max(0, RETRY_MS - (performance.now() - beganMs)), signal)
    }
    tried()
  }

  /** Once for each thing that is wrong, until there is a connection. */
  #tellTrouble(error: unknown): void {
    const { log, nats, credentialsFile } = this.#options
    const { servers, account, usesTls } = nats
    const asked = { account, usesTls, hasCredentialsFile: credentialsFile !== undefined }
    const { trouble, message, reason } = faultOf(error, asked)
    if (this.#trouble === trouble) return
    this.#trouble = trouble
    const text = `${message}. Going on without NATS, and looking for it`
    log.warn({ servers, reason }, text)
  }

  /** To the first server that takes this service. @throws what the last one was refused or missed by */
  async #connect(): Promise<NatsConnection> {
    const { servers } = this.#options.nats
    const { connect } = await import('@nats-io/transport-node')
    const first = randomInt(Math.max(1, servers.length))
    let failure: unknown
    for (const server of [...servers.slice(first), ...servers.slice(0, first)]) {
      try {
        return await connect(await this.#connectionTo(server))
      } catch (error) {
        failure = error
      }
      if (this.#stopping.signal.aborted) break
    }
    throw failure
  }

  async #connectionTo(server: string): Promise<ConnectionOptions> {
    const { nats, name } = this.#options
    const { account } = nats
    const authenticator = await this.#authenticator()
    return {
      servers: [server],
      name,
      timeout: CONNECT_TIMEOUT_MS,
      pingInterval: PING_MS,
      maxPingOut: 2,
      // This link looks itself: the library would not say why it finds nothing, nor read credentials again.
      reconnect: false,
      noEcho: true,
      noAsyncTraces: true,
      ...(nats.usesTls && { tls: tlsTo(server) }),
      ...(account.kind === 'user' && { user: account.user, pass: account.password }),
      ...(account.kind === 'token' && { token: account.token }),
      ...(authenticator !== undefined && { authenticator }),
    }
  }

  /** Until the connection is closed. */
  async #keep(connection: NatsConnection, tried: () => void): Promise<void> {
    this.#connection = connection
    for (const ear of this.#ears) this.#lend(connection, ear)
    this.#turn('up')
    tried()
    void this.#follow(connection)
    await connection.closed()
    this.#connection = undefined
    for (const ear of this.#ears) ear.subscription = undefined
    this.#turn('down')
  }

  async #follow(connection: NatsConnection): Promise<void> {
    let told = ''
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') this.#turn('down')
      if (status.type === 'error' && status.error.message !== told) {
        told = status.error.message
        this.#options.log.warn({ reason: told }, 'NATS refuses something')
      }
    }
  }

  #turn(way: 'up' | 'down'): void {
    const isUp = way === 'up'
    if (this.#isUp === isUp) return
    this.#isUp = isUp
    // That it cannot be reached is what the line below says.
    this.#trouble = isUp ? undefined : 'unreachable'
    const { log, nats } = this.#options
    if (isUp) log.info({ servers: nats.servers }, 'connected to NATS')
    else if (!this.#stopping.signal.aborted)
      log.warn({ servers: nats.servers }, 'NATS is lost: going on without it, and looking for it')
    for (const changed of this.#watchers) changed()
  }

  #lend(connection: NatsConnection, ear: Ear): void {
    // The next one is lent all ears.
    if (connection.isClosed()) return
    const { queue, max } = ear.options
    ear.subscription = connection.subscribe(ear.subject, {
      ...(queue !== undefined && { queue }),
      ...(max !== undefined && { max }),
      callback: (error, message) => {
        if (error !== null) return
        if (max !== undefined && (ear.subscription?.getReceived() ?? max) >= max)
          this.#ears.delete(ear)
        ear.hear(heardOf(message))
      },
    })
  }

  /** Of the file as it is now: its JWT may have been renewed. @throws CredentialsFileError it cannot be read, or holds something else */
  async #authenticator(): Promise<Authenticator | undefined> {
    const { credentialsFile } = this.#options
    if (credentialsFile === undefined) return undefined
    const credentials = await readFile(credentialsFile).catch((error: unknown) => {
      throw new CredentialsFileError('NATS_CREDS must name a file that can be read', {
        cause: error,
      })
    })
    const { credsAuthenticator } = await import('@nats-io/transport-node')
    const authenticator = credsAuthenticator(credentials)
    try {
      authenticator('any')
    } catch {
      // What the library says may hold what the file does.
      throw new CredentialsFileError(
        'NATS_CREDS must name a file with a JWT and its key, as nsc writes it',
      )
    }
    return authenticator
  }
}

/** The library checks the certificate of an address in numbers as if it were of this machine. */
function tlsTo(server: string): TlsOptions & { readonly host?: string } {
  const host = server.slice(0, server.lastIndexOf(':')).replaceAll(/[[\]]/g, '')
  return isIP(host) === 0 ? {} : { host }
}

function heardOf(message: Msg): Heard {
  return {
    data: message.data,
    answer: (data) => {
      try {
        return message.respond(data)
      } catch {
        // The connection by which it was asked is gone.
        return false
      }
    },
  }
}

function isNobody(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'NoRespondersError' ||
      (error.cause instanceof Error && error.cause.name === 'NoRespondersError'))
  )
}
