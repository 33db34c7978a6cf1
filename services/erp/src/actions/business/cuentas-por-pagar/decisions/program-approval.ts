import type { ErrorEntry } from '../../../../errors.ts'
import { DOCUMENT } from '../../../../messages/documents.ts'
import {
  ABOVE_YOUR_LIMIT,
  NEEDS_MORE_SIGNATURES,
  NOT_COMPARED_WITH_LIMITS,
} from '../../../../messages/purchase-approval.ts'
import { timesRate } from '../../cents.ts'
import { flowFor } from '../../compras/approvers.ts'
import { decideApproval, type SigningCaller } from '../../compras/decisions/approval.ts'
import type { FlowRow } from '../../compras/store/approval-store.ts'
import type { Program } from './program-lines.ts'

/** What decides whether the caller authorizes programmes. */
export interface ProgramApproval {
  readonly signer: SigningCaller
  readonly flows: readonly FlowRow[]
  /** What one unit of a currency is worth; undefined: nobody knows. */
  readonly rateOf: (moneda: string) => string | undefined
}

/** One signature authorizes a programme: whose right, limit and level of the flow that applies cover it. */
export function approvalProblem(
  program: Program,
  own: bigint,
  { signer, flows, rateOf }: ProgramApproval,
): ErrorEntry | null {
  const document = DOCUMENT({ model: 'ProgramacionPago', folio: program.folio })
  const rate = rateOf(program.moneda)
  if (rate === undefined) {
    const message = NOT_COMPARED_WITH_LIMITS({ document, currency: program['moneda.clave'] })
    return { code: 'VALIDATION', field: 'moneda', message }
  }
  const total = timesRate(own, rate)
  const dimensiones = { moneda: Number(program.moneda) }
  const chosen = flowFor(flows, { dimensiones, total })
  if ('error' in chosen) return { code: 'CONFIGURATION_INCOMPLETE', message: chosen.error }
  const decision = decideApproval(
    { document, isSubmitted: true, total, flow: chosen.flow, boss: null, signatures: [] },
    signer,
  )
  if (decision.kind === 'refused') return decision.error
  if (decision.kind === 'authorized') return null
  if (signer.limit !== null && signer.limit < total) {
    return { code: 'FORBIDDEN', message: ABOVE_YOUR_LIMIT({ document }) }
  }
  const message = NEEDS_MORE_SIGNATURES({ document, flow: chosen.flow?.clave ?? '' })
  return { code: 'CONFIGURATION_INCOMPLETE', message }
}
