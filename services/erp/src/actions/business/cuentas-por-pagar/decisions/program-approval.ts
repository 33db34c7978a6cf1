import type { ErrorEntry } from '../../../../errors.ts'
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
  const name = `ProgramacionPago ${program.folio}`
  const rate = rateOf(program.moneda)
  if (rate === undefined) {
    const message = `${name} cannot be compared with limits: there is no TipoCambio of ${program['moneda.clave']} for today; add it.`
    return { code: 'VALIDATION', field: 'moneda', message }
  }
  const total = timesRate(own, rate)
  const dimensiones = { moneda: Number(program.moneda) }
  const chosen = flowFor(flows, { dimensiones, total })
  if ('error' in chosen) return { code: 'CONFIGURATION_INCOMPLETE', message: `${chosen.error}.` }
  const decision = decideApproval(
    { name, isSubmitted: true, total, flow: chosen.flow, boss: null, signatures: [] },
    signer,
  )
  if (decision.kind === 'refused') return decision.error
  if (decision.kind === 'authorized') return null
  if (signer.limit !== null && signer.limit < total) {
    const message = `${name} cannot be authorized by you: its total is above your limit.`
    return { code: 'FORBIDDEN', message }
  }
  const message = `${name} needs more than one signature by the flow ${chosen.flow?.clave}; a payment programme has one.`
  return { code: 'CONFIGURATION_INCOMPLETE', message }
}
