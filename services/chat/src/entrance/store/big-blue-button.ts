import { createHash, createHmac } from 'node:crypto'
import { Readable } from 'node:stream'

import { fail, ok, type Result } from '@oficina/kit/result.ts'
import { outboundUrl } from '@oficina/outbound/checked-dial.ts'
import { requestChecked } from '@oficina/outbound/checked-request.ts'
import { XmlProblem, xmlTokens, type StreamToken } from '@oficina/xml/xml-stream.ts'

import type { Told } from '../../tenancy/words/say.ts'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 64 * 1024
// The operator named the server, which often stands in the same network.
const anyAddress = () => true

interface Meeting {
  readonly meetingId: string
  readonly name: string
  readonly isVoiceOnly: boolean
}

interface Participant {
  readonly name: string
  readonly isModerator: boolean
}

/** Why nobody can join: the text that clients know, and the reason for the log. */
export interface CallProblem {
  readonly text: Told
  readonly reason: string
}

const CONNECTING = 'Error connecting to the BigBlueButton server.'
const AUTHENTICATING = 'Error authenticating to the BigBlueButton server.'
const UNEXPECTED = 'BigBlueButton server returned an unexpected error.'

/** A server for video calls. @source docs/decisions/0337-chat-video-calls.md */
export class BigBlueButton {
  /** Scheme, host and port. */
  readonly origin: string
  readonly #base: string
  readonly #secret: string

  constructor(url: URL, secret: string) {
    this.origin = url.origin
    this.#base = `${url.origin}${url.pathname.replace(/\/+$/, '')}/api`
    this.#secret = secret
  }

  /** Sees to it that the meeting is there, and gives the address by which one person enters it. */
  async join(meeting: Meeting, person: Participant): Promise<Result<string, CallProblem>> {
    const begun = await this.#create(meeting)
    if (!begun.ok) return begun
    const role = person.isModerator ? 'MODERATOR' : 'VIEWER'
    const address = this.#address('join', {
      meetingID: meeting.meetingId,
      fullName: person.name,
      role,
      password: this.#password(role, meeting.meetingId),
      createTime: begun.value,
    })
    return ok(address)
  }

  /** When the meeting was made, as the server says it. Asking again for one that is there changes nothing. */
  async #create({ meetingId, name, isVoiceOnly }: Meeting): Promise<Result<string, CallProblem>> {
    const url = this.#address('create', {
      meetingID: meetingId,
      name,
      attendeePW: this.#password('VIEWER', meetingId),
      moderatorPW: this.#password('MODERATOR', meetingId),
      lockSettingsDisableCam: String(isVoiceOnly),
    })
    const answer = await requestChecked(
      { method: 'GET', url, headers: { 'accept-encoding': 'identity' } },
      { guard: anyAddress, timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES },
    )
    if (!answer.ok) return fail({ text: CONNECTING, reason: answer.error })
    const { status, body } = answer.value
    if (status !== 200) return fail({ text: CONNECTING, reason: `status ${status}` })
    return beginningIn(await fieldsOf(body))
  }

  /** The server computes the checksum of exactly the text that it is sent. */
  #address(call: string, parameters: Readonly<Record<string, string>>): string {
    const query = new URLSearchParams(parameters).toString()
    const checksum = createHash('sha256').update(`${call}${query}${this.#secret}`).digest('hex')
    return `${this.#base}/${call}?${query}&checksum=${checksum}`
  }

  /** The same at each call, as a server demands of a meeting that is there. */
  #password(role: string, meetingId: string): string {
    return createHmac('sha256', this.#secret).update(`${role}:${meetingId}`).digest('base64url')
  }
}

function beginningIn(fields: ReadonlyMap<string, string>): Result<string, CallProblem> {
  const key = fields.get('messageKey')
  if (key === 'checksumError') return fail({ text: AUTHENTICATING, reason: key })
  const createTime = fields.get('createTime') ?? ''
  if (fields.get('returncode') === 'SUCCESS' && /^\d{1,20}$/.test(createTime)) return ok(createTime)
  return fail({ text: UNEXPECTED, reason: key ?? 'the answer is none of its own' })
}

/** The texts directly below `response`, by their elements; none where the answer is something else. */
async function fieldsOf(body: Buffer): Promise<ReadonlyMap<string, string>> {
  const fields = new Map<string, string>()
  const open: string[] = []
  try {
    for await (const tokens of xmlTokens(Readable.from([body]))) {
      for (const token of tokens) take(token, open, fields)
    }
    return fields
  } catch (error) {
    if (error instanceof XmlProblem) return new Map()
    throw error
  }
}

/** Follows one token: `open` are the elements around what comes next. */
function take(token: StreamToken, open: string[], fields: Map<string, string>): void {
  if (token.kind === 'close') {
    open.pop()
  } else if (token.kind === 'open') {
    if (!token.isEmpty) open.push(token.name)
  } else if (open.length === 2 && open[0] === 'response') {
    fields.set(open[1] ?? '', token.text.trim())
  }
}

interface BigBlueButtonSettings {
  readonly bigBlueButtonUrl: string | undefined
  readonly bigBlueButtonSecret: string | undefined
}

/** The server of the configuration; undefined when there is none. @throws Error when part of it is missing */
export function bigBlueButton(settings: BigBlueButtonSettings): BigBlueButton | undefined {
  const { bigBlueButtonUrl: text, bigBlueButtonSecret: secret } = settings
  if (text === undefined && secret === undefined) return undefined
  if (text === undefined || secret === undefined) {
    throw new Error('BIG_BLUE_BUTTON_URL and BIG_BLUE_BUTTON_SECRET belong together')
  }
  const url = outboundUrl(text)
  if (url === undefined) {
    throw new Error('BIG_BLUE_BUTTON_URL must be an http or https address without credentials')
  }
  return new BigBlueButton(url, secret)
}
