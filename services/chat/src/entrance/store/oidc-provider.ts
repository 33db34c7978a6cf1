import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
  type CustomFetch,
} from 'openid-client'
import type { Clock } from '@oficina/kit/clock.ts'
import { rest } from '@oficina/kit/rest.ts'

export interface OidcOptions {
  /** The address of the provider, below which it describes itself. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What people call it. */
  readonly name: string
  readonly now: Clock
}

/** What the browser keeps between going to the provider and coming back. */
export interface OidcAttempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** What the provider says of a person. */
export interface OidcPerson {
  readonly email: string
  readonly isEmailVerified: boolean
  readonly name: string | undefined
}

// For all that is asked of the provider while a browser waits, and for one question.
const LIMIT_MS = 10_000
const TIMEOUT_SECONDS = LIMIT_MS / 1000
// What a provider says of itself and of people has some kilobytes.
const MAX_ANSWER_BYTES = 1024 * 1024
// A provider changes its keys more rarely than it is asked, and openid-client asks for unknown ones itself.
const DESCRIBED_MS = 3_600_000

/** Where the browser goes, and what it keeps meanwhile. */
interface OidcBeginning {
  readonly location: string
  readonly attempt: OidcAttempt
}

/** A provider of OpenID Connect, by the authorization code flow with PKCE. */
export class OidcProvider {
  readonly name: string
  readonly #options: OidcOptions
  #described: { readonly sinceMs: number; readonly config: Promise<Configuration> } | undefined

  constructor(options: OidcOptions) {
    this.name = options.name
    this.#options = options
  }

  /** Where the browser goes, and what it keeps. @throws Error when the provider cannot be reached */
  async begin(redirectUri: string): Promise<OidcBeginning> {
    return await inTime(this.#begin(redirectUri))
  }

  /** Who came back; `url` is the address that the browser was sent to. @throws Error when something does not fit */
  async finish(url: URL, attempt: OidcAttempt): Promise<OidcPerson> {
    return await inTime(this.#finish(url, attempt))
  }

  async #begin(redirectUri: string): Promise<OidcBeginning> {
    const attempt = {
      state: randomState(),
      nonce: randomNonce(),
      verifier: randomPKCECodeVerifier(),
    }
    const url = buildAuthorizationUrl(await this.#config(), {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    })
    return { location: url.href, attempt }
  }

  async #finish(url: URL, { state, nonce, verifier }: OidcAttempt): Promise<OidcPerson> {
    const config = await this.#config()
    const tokens = await authorizationCodeGrant(config, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (claims === undefined) throw new Error('the provider gave no claims')
    // Some providers say more only when they are asked for it.
    const known =
      claims['email'] === undefined
        ? await fetchUserInfo(config, tokens.access_token, claims.sub)
        : claims
    const { email, email_verified: isVerified, name } = known
    if (typeof email !== 'string') throw new Error('the provider tells no address')
    return {
      email,
      isEmailVerified: isVerified === true,
      name: typeof name === 'string' ? name : undefined,
    }
  }

  async #config(): Promise<Configuration> {
    const nowMs = this.#options.now()
    if (this.#described === undefined || nowMs - this.#described.sinceMs > DESCRIBED_MS) {
      this.#described = { sinceMs: nowMs, config: this.#describe() }
    }
    try {
      return await this.#described.config
    } catch (error) {
      this.#described = undefined
      throw error
    }
  }

  async #describe(): Promise<Configuration> {
    const issuer = new URL(this.#options.issuer)
    const isPlain = issuer.protocol === 'http:'
    return await discovery(
      issuer,
      this.#options.clientId,
      this.#options.clientSecret,
      undefined,
      // The configuration allows that on this machine only.
      {
        timeout: TIMEOUT_SECONDS,
        [customFetch]: fetchShort,
        ...(isPlain ? { execute: [allowInsecureRequests] } : {}),
      },
    )
  }
}

/** @throws Error when it takes too long; several questions may each be answered just in time */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const over = new AbortController()
  const limit = rest(LIMIT_MS, over.signal).then(() => {
    throw new Error(`the provider took longer than ${TIMEOUT_SECONDS} s`)
  })
  // When the work is done first, nobody waits for it.
  limit.catch(() => undefined)
  try {
    return await Promise.race([work, limit])
  } finally {
    over.abort()
  }
}

/** As `fetch`, for short answers. @throws Error for a longer one */
const fetchShort: CustomFetch = async (url, { body = null, signal = null, ...options }) => {
  // Bytes of memory that may be shared are no body to `fetch`.
  const sent = body instanceof Uint8Array ? new Uint8Array(body) : body
  const response = await fetch(url, { ...options, body: sent, signal })
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > MAX_ANSWER_BYTES) throw new Error('the answer of the provider is too long')
    parts.push(part)
  }
  const { status, statusText, headers } = response
  return new Response(response.body === null ? null : Buffer.concat(parts), {
    status,
    statusText,
    headers,
  })
}

interface OidcSettings {
  readonly oidcIssuer: string | undefined
  readonly oidcClientId: string | undefined
  readonly oidcClientSecret: string | undefined
  readonly oidcName: string | undefined
}

const LOCAL = /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/

/** The provider of the configuration; undefined when there is none. @throws Error when part of it is missing */
export function oidcProvider(settings: OidcSettings, now: Clock): OidcProvider | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = settings
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    throw new Error(
      'CHAT_OIDC_ISSUER, CHAT_OIDC_CLIENT_ID and CHAT_OIDC_CLIENT_SECRET belong together',
    )
  }
  if (!issuer.startsWith('https:') && !LOCAL.test(issuer)) {
    throw new Error('CHAT_OIDC_ISSUER must be an https address, except on this machine')
  }
  const name = settings.oidcName ?? new URL(issuer).hostname
  return new OidcProvider({ issuer, clientId, clientSecret, name, now })
}
