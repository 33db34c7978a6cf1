import { fail, ok, type Result } from '@oficina/kit/result.ts'
import type { CheckedAnswer } from '@oficina/outbound/checked-request.ts'

import type { Timbre } from '../fiscal/cfdi/structure/timbre.ts'
import { readCfdi } from '../fiscal/cfdi/xml/read.ts'
import { PAC } from '../messages/pac.ts'
import { cancelText } from './cancel-text.ts'
import type { CancelReceipt, PacFailure, Stamped } from './pac.ts'

/** An answer of SW sapien's REST: data of success, or a message that begins with a code, and with some codes data too. */
export interface SwAnswer {
  readonly status: number
  readonly isSuccess: boolean
  readonly data: Readonly<Record<string, unknown>>
  /** Empty where the message has none. */
  readonly code: string
  readonly message: string
}

export function readAnswer({ body, status }: CheckedAnswer): SwAnswer {
  const fields = recordOf(parsed(body))
  const text = textOf(fields['message'])
  const detail = textOf(fields['messageDetail'])
  const [, code = '', rest = text] = /^\s*([A-Z]{0,8}\d{2,6})\b[\s.:-]*(.*)$/s.exec(text) ?? []
  return {
    status,
    isSuccess: fields['status'] === 'success',
    data: recordOf(fields['data']),
    code,
    message: [rest.trim(), detail.trim()].filter((part) => part !== '').join(' '),
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Stamped before: the very document, and another one with the same customid. */
const STAMPED_BEFORE = new Set(['307', 'CFDI3307'])

/** What an answer says of a document that was to be stamped; its seal tells whether the stamp is for it. */
export function stampedFrom(answer: SwAnswer, sello: string): Result<Stamped, PacFailure> {
  const isEarlier = STAMPED_BEFORE.has(answer.code)
  const xml = textOf(answer.data['cfdi'])
  if (!answer.isSuccess && (!isEarlier || xml === '')) return fail(refusal(answer))
  const timbre = timbreIn(xml)
  if (timbre === undefined) return fail({ kind: 'unavailable', message: PAC.noStamp() })
  if (timbre.SelloCFD !== sello) return ok({ xml, timbre, origin: 'other' })
  return ok({ xml, timbre, origin: isEarlier ? 'earlier' : 'new' })
}

/** The stamp of a document, when it is its own. */
function timbreIn(xml: string): Timbre | undefined {
  const read = readCfdi(Buffer.from(xml))
  if (!read.ok) return undefined
  const { Complemento, Sello } = read.value.comprobante
  const timbre = Complemento?.TimbreFiscalDigital
  return timbre?.SelloCFD === Sello ? timbre : undefined
}

/** What an answer says of a UUID that was to be cancelled. */
export function cancelledFrom(answer: SwAnswer, uuid: string): Result<CancelReceipt, PacFailure> {
  if (!answer.isSuccess) return fail(refusal(answer))
  const codes = new Map(
    Object.entries(recordOf(answer.data['uuid'])).map(([key, code]) => [
      key.toUpperCase(),
      String(code),
    ]),
  )
  const code = codes.get(uuid.toUpperCase()) ?? ''
  if (code !== '201' && code !== '202')
    return fail({ kind: 'rejected', code, message: cancelText(code) })
  return ok({ code, acuse: textOf(answer.data['acuse']) })
}

// An error that the PAC itself has no word for.
const UNCONTROLLED = 'CO1000'

/** Answers of these kinds are the PAC's own trouble, or that it is asked too often. */
export function isTransient({ code, status }: SwAnswer): boolean {
  return status >= 500 || status === 408 || status === 429 || code === UNCONTROLLED
}

// Not let in, and nothing of the kind there: neither is about the document.
const OPERATORS = new Set([401, 403, 404, 405])

export function refusal(answer: SwAnswer): PacFailure {
  const { code, message: said, status } = answer
  if (isTransient(answer)) return { kind: 'unavailable', message: PAC.answered({ status, said }) }
  if (OPERATORS.has(status))
    return { kind: 'misconfigured', message: PAC.answered({ status, said }) }
  return { kind: 'rejected', code, message: said === '' ? PAC.answeredAlone({ status }) : said }
}
