import { randomUUID } from 'node:crypto'

import type { Clock } from '@oficina/kit/clock.ts'
import { rest } from '@oficina/kit/rest.ts'
import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { PAC } from '../messages/pac.ts'
import { ask, type Endpoint } from './endpoint.ts'
import type { CancelRequest, Pac, PacFailure, StampRequest } from './pac.ts'
import {
  cancelledFrom,
  isTransient,
  readAnswer,
  refusal,
  stampedFrom,
  textOf,
  type SwAnswer,
} from './sw-answers.ts'

export interface SwOptions {
  readonly endpoint: Endpoint
  readonly user: string
  readonly password: string
  readonly now: Clock
  /** Before the first repetition; four times as long before the next. */
  readonly retryWaitMs: number
}

// A call is worth so many attempts; what then is still not known is for a later run.
const MAX_ATTEMPTS = 3
// A token is not used in its last minute, in which it could expire on the way.
const TOKEN_MARGIN_MS = 60_000
const MAX_CUSTOM_ID = 100

/** A PAC that speaks SW sapien's REST: the real one, or the simulator. */
export function swSapien(options: SwOptions): Pac {
  const session = tokenOf(options)
  return {
    stamp: async (request) => {
      const answer = await authorized(options, session, stampCall(request))
      return answer.ok ? stampedFrom(answer.value, selloOf(request.xml)) : answer
    },
    cancel: async (request) => {
      const answer = await authorized(options, session, cancelCall(request))
      return answer.ok ? cancelledFrom(answer.value, request.uuid) : answer
    },
    signIn: async () => {
      const token = await logIn(options)
      return token.ok ? ok(null) : token
    },
  }
}

interface Call {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

function stampCall({ customId, xml }: StampRequest): Call {
  const boundary = `oficina-${randomUUID()}`
  const part = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="xml"; filename="cfdi.xml"',
    'Content-Type: text/xml; charset=utf-8',
    '',
    xml,
    `--${boundary}--`,
    '',
  ]
  return {
    path: '/cfdi33/stamp/v4',
    headers: {
      'content-type': `multipart/form-data; boundary="${boundary}"`,
      customid: customId.slice(0, MAX_CUSTOM_ID),
    },
    body: part.join('\r\n'),
  }
}

/** The document's own seal; a stamp's has another name. */
function selloOf(xml: string): string {
  return /\sSello="([^"]*)"/.exec(xml)?.[1] ?? ''
}

function cancelCall({ folioSustitucion, motivo, rfcEmisor, uuid }: CancelRequest): Call {
  const parts = [
    rfcEmisor,
    uuid,
    motivo,
    ...(folioSustitucion === undefined ? [] : [folioSustitucion]),
  ]
  return {
    path: `/cfdi33/cancel/${parts.map(encodeURIComponent).join('/')}`,
    headers: {},
    body: '',
  }
}

interface Session {
  /** The token that is in force; a new one when there is none or the last one was turned away. */
  token(): Promise<Result<string, PacFailure>>
  forget(token: string): void
}

/** One log-in serves all calls until its token expires, and those that come meanwhile wait for the same one. */
function tokenOf(options: SwOptions): Session {
  const state: { current?: Promise<Result<Token, PacFailure>>; known?: Token } = {}
  const renew = async () => {
    state.current ??= logIn(options).finally(() => delete state.current)
    const found = await state.current
    if (found.ok) state.known = found.value
    return found
  }
  return {
    token: async () => {
      const { known } = state
      if (known !== undefined && options.now() < known.expiresAtMs - TOKEN_MARGIN_MS)
        return ok(known.text)
      const found = await renew()
      return found.ok ? ok(found.value.text) : found
    },
    forget: (token) => {
      if (state.known?.text === token) delete state.known
    },
  }
}

interface Token {
  readonly text: string
  readonly expiresAtMs: number
}

async function logIn(options: SwOptions): Promise<Result<Token, PacFailure>> {
  const { now, password, user } = options
  const answer = await repeated(options, {
    path: '/security/authenticate',
    headers: { user, password },
    body: '',
  })
  if (!answer.ok) return answer
  const text = textOf(answer.value.data['token'])
  if (!answer.value.isSuccess || text === '') return fail(notLetIn(answer.value))
  return ok({ text, expiresAtMs: expiryOf(answer.value.data['expires_in'], now()) })
}

function notLetIn(answer: SwAnswer): PacFailure {
  const failure = refusal(answer)
  return failure.kind === 'rejected'
    ? { kind: 'misconfigured', message: PAC.notLetIn({ what: failure.message }) }
    : failure
}

// Seconds since 1970 are larger than any number of seconds for which a token could be given.
const FIRST_INSTANT_S = 1_000_000_000

/** `expires_in` is an instant in some answers and a span in others, in seconds. */
function expiryOf(expiresIn: unknown, nowMs: number): number {
  const seconds = Number(expiresIn)
  if (!Number.isFinite(seconds)) return nowMs
  return seconds > FIRST_INSTANT_S ? seconds * 1_000 : nowMs + seconds * 1_000
}

/** A call with a token; one that is turned away may have been for a token that was revoked, and is made once more. */
async function authorized(
  options: SwOptions,
  session: Session,
  call: Call,
): Promise<Result<SwAnswer, PacFailure>> {
  const first = await withToken(options, session, call)
  if (!first.ok || first.value.status !== 401) return first
  return await withToken(options, session, call)
}

async function withToken(
  options: SwOptions,
  session: Session,
  call: Call,
): Promise<Result<SwAnswer, PacFailure>> {
  const token = await session.token()
  if (!token.ok) return token
  const headers = { ...call.headers, authorization: `Bearer ${token.value}` }
  const answer = await repeated(options, { ...call, headers })
  if (answer.ok && answer.value.status === 401) session.forget(token.value)
  return answer
}

/**
 * Makes a call again when its answer was lost or the PAC was in trouble. All calls of this adapter can be: a document that
 * was stamped is answered with its first stamp, and a CFDI that was cancelled with 202.
 */
async function repeated(
  { endpoint, retryWaitMs }: SwOptions,
  call: Call,
): Promise<Result<SwAnswer, PacFailure>> {
  let wait = retryWaitMs
  for (let attempt = 1; ; attempt += 1) {
    const asked = await ask(endpoint, { ...call, method: 'POST' })
    const answer = asked.ok ? readAnswer(asked.value) : undefined
    if (answer !== undefined && !isTransient(answer)) return ok(answer)
    if (attempt === MAX_ATTEMPTS || endpoint.stop?.aborted === true) {
      if (answer !== undefined) return ok(answer)
      return fail(unreached(asked.ok ? '' : asked.error))
    }
    await rest(wait, endpoint.stop)
    wait *= 4
  }
}

function unreached(reason: string): PacFailure {
  const isOurs = reason.startsWith('the URL') || reason.startsWith('the address')
  return isOurs
    ? { kind: 'misconfigured', message: PAC.notAsked({ reason }) }
    : { kind: 'unavailable', message: PAC.unanswered({ reason }) }
}
