import type { FastifyReply } from 'fastify'

import { authenticate, rememberedCaller } from '../access/authenticate.ts'
import type { ApiError } from '../errors.ts'
import { readAs, type CompanyRead } from '../store/tenant-database.ts'
import { originOf, type Exchange, type PublicExchange } from './context.ts'
import { chooseSpeech } from './request-speech.ts'

/** How a request for records is answered for one caller, decided before anything is read. */
export type Decision =
  | { readonly kind: 'rows'; readonly read: Read; readonly answer: Answer }
  /** Answered without such rows, for a caller whose session has been looked up. */
  | { readonly kind: 'alone'; readonly answer: () => Promise<FastifyReply> }
  | { readonly kind: 'refusal'; readonly error: ApiError }

type Read = Pick<CompanyRead<unknown>, 'statement' | 'planning'>
type Answer = (rows: readonly unknown[]) => FastifyReply

/** Decides from caller and request alone: it reads nothing and sends nothing. */
export type Decide = (exchange: Exchange) => Decision

export function fromRows<Row>(
  read: CompanyRead<Row>,
  answer: (rows: readonly Row[]) => FastifyReply,
): Decision {
  return { kind: 'rows', read, answer: (rows) => answer(read.rowsOf(rows)) }
}

export function refused(error: ApiError): Decision {
  return { kind: 'refusal', error }
}

/**
 * Answers a request that only reads. A remembered session is looked up again while the rows are read, which are shown
 * only if it is still the same. Otherwise, and for any answer without rows, refusals included, the caller is
 * authenticated first, and everything is decided for the caller found.
 * @throws ApiError with the caller's refusal
 * @source docs/decisions/0202-erp-metadata.md
 */
export async function answerReading(
  exchange: PublicExchange,
  decide: Decide,
): Promise<FastifyReply> {
  const { tools, request } = exchange
  const { authorization } = request.headers
  const origin = originOf(request)
  const remembered = rememberedCaller(tools, authorization, origin)
  if (remembered !== undefined) {
    chooseSpeech(request, tools, remembered.caller.language)
    const decision = decide({ ...exchange, caller: remembered.caller })
    if (decision.kind === 'rows') {
      const { statement, planning } = decision.read
      const [mark, rows] = await Promise.all([
        tools.sessionMarks.find(remembered.tokenSha256),
        readAs(tools.database, remembered.caller.empresa, statement, planning),
      ])
      if (remembered.isStill(mark)) return decision.answer(rows)
    }
  }
  chooseSpeech(request, tools)
  const caller = await authenticate(tools, authorization, origin)
  chooseSpeech(request, tools, caller.language)
  const decision = decide({ ...exchange, caller })
  switch (decision.kind) {
    case 'rows': {
      const { statement, planning } = decision.read
      return decision.answer(await readAs(tools.database, caller.empresa, statement, planning))
    }
    case 'alone':
      return await decision.answer()
    case 'refusal':
      throw decision.error
  }
}
