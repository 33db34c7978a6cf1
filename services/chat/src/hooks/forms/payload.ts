import { ApiError, refusal } from '../../tenancy/api-error.ts'
import { say } from '../../tenancy/words/say.ts'
import type { HookOptions } from './hook-options.ts'

/** What a program sent: nothing of it is trusted. */
export type Payload = Readonly<Record<string, unknown>>

/** A message that a program's call becomes. */
export interface HookMessage {
  readonly topic: string
  readonly content: string
  /** A channel that the program names, where the address does not. */
  readonly channel?: string
  /** What Zulip's integration calls the event that it tells of. */
  readonly event?: string | undefined
}

/** A call with what its headers and its address say. */
export interface HookCall {
  readonly payload: Payload
  readonly options: HookOptions
  readonly header: (name: string) => string
}

/** Turns a call into messages; none for what tells nobody anything. @throws ApiError for a call of another form */
export type HookForm = (call: HookCall) => readonly HookMessage[]

export function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// More than any program's. What writes a value out goes down into it, and has no endless stack.
const MAX_DEPTH = 100

/** The text of a call. @throws ApiError "Malformed JSON", or that it is nested too deeply */
export function parsedPayload(text: string): Payload {
  const value = parsed(text)
  if (isTooDeep(value)) {
    throw refusal(
      say('The payload is nested too deeply (limit: %{max} levels)', { max: MAX_DEPTH }),
    )
  }
  if (isPayload(value)) return value
  if (Array.isArray(value)) return { items: value }
  throw refusal('Malformed JSON')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNesting)
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    level = level.flatMap((one): unknown[] => Object.values(one)).filter(isNesting)
  }
  return level.length > 0
}

function isNesting(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** A field inside others, by its path; empty for none. */
export function at(payload: Payload, path: string): unknown {
  let value: unknown = payload
  for (const name of path.split('.')) value = isPayload(value) ? value[name] : undefined
  return value
}

/** A text or a number inside others; empty for none. */
export function textAt(payload: Payload, path: string): string {
  const value = at(payload, path)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** @throws ApiError naming the field */
export function needed(payload: Payload, path: string): string {
  const text = textAt(payload, path)
  if (text !== '') return text
  throw new ApiError(
    'BAD_REQUEST',
    say('The payload has no %{path}, which this integration needs.', { path }),
  )
}

export function listAt(payload: Payload, path: string): readonly Payload[] {
  const value = at(payload, path)
  return Array.isArray(value) ? value.filter(isPayload) : []
}

/** A text as a quotation below what was said of it; empty for none. */
export function quotation(text: string): string {
  return text.trim() === '' ? '.' : `:\n\n~~~ quote\n${text.trim()}\n~~~`
}
