import type { ErrorEntry } from '../../../../errors.ts'
import type { Message } from '../../../../messages/message.ts'
import {
  ABOVE_YOUR_LIMIT,
  APPROVED_BY_YOU,
  NOT_YOUR_LEVEL,
} from '../../../../messages/purchase-approval.ts'
import { cents } from '../../cents.ts'
import type { FlowRow, IdentityRow, LevelRow } from '../store/approval-store.ts'

/** Who signs: the user, whom the user stands in for, and up to which amount each may authorize; null: any. */
export interface SigningCaller {
  readonly usuarioId: string
  /** May sign any level, but no more than one, in whichever role. */
  readonly isAdministrator: boolean
  readonly identities: readonly IdentityRow[]
  readonly limit: bigint | null
}

interface Signature {
  readonly nivel: number
  readonly flujo: string | null
  readonly usuario: string | null
  readonly limit: bigint | null
}

/** What must be known of a purchase to decide whether it may be signed. Amounts in the company's currency. */
export interface ApprovalCase {
  readonly document: Message
  readonly isSubmitted: boolean
  readonly total: bigint
  /** The flow that applies, or null when the limits alone decide. */
  readonly flow: FlowRow | null
  /** The user who is the direct boss, for levels that require one. */
  readonly boss: string | null
  /** The signatures of this round. */
  readonly signatures: readonly Signature[]
}

interface ApprovalStep {
  /** The level that the caller signs; 0 for a requester who is not an approver of the flow. */
  readonly nivel: number
  readonly flujo: string | null
}

export type ApprovalDecision =
  | { readonly kind: 'authorized'; readonly step: ApprovalStep }
  /** `next` is the level whose approvers sign next, or null when anyone whose limit covers the total may. */
  | { readonly kind: 'waiting'; readonly step: ApprovalStep; readonly next: LevelRow | null }
  | { readonly kind: 'refused'; readonly error: ErrorEntry }

/**
 * The result of the caller's signature on a purchase. It is authorized when every level of its flow has the signatures
 * it needs and one of the signers may authorize the whole amount; nobody signs twice.
 * @source docs/decisions/0211-erp-purchases.md
 */
export function decideApproval(subject: ApprovalCase, caller: SigningCaller): ApprovalDecision {
  if (subject.signatures.some(({ usuario }) => usuario === caller.usuarioId)) {
    const message = APPROVED_BY_YOU(subject)
    return { kind: 'refused', error: { code: 'INVALID_STATE', message } }
  }
  const levels = levelsFor(subject)
  const open = levels.filter((level) => openSignatures(level, subject) > 0)
  const level = levelToSign(subject, open, caller)
  if (level === null && subject.isSubmitted && !mayClose(subject, open, caller)) {
    return { kind: 'refused', error: notAnApprover(subject, open) }
  }
  const step = stepOf(subject, level)
  const stillOpen = open.filter((step) => step !== level || openSignatures(step, subject) > 1)
  const limits = [...subject.signatures.map(({ limit }) => limit), caller.limit]
  const isCovered = limits.some((limit) => covers(limit, subject.total))
  if (stillOpen.length === 0 && isCovered) return { kind: 'authorized', step }
  return { kind: 'waiting', step, next: stillOpen[0] ?? null }
}

/** The levels of the flow whose range contains the total: above its lower limit, up to its upper one. */
function levelsFor({ flow, total }: ApprovalCase): readonly LevelRow[] {
  return (flow?.niveles ?? []).filter(
    ({ limite_inferior: low, limite_superior: high }) =>
      (low === null || total > cents(low)) && (high === null || total <= cents(high)),
  )
}

function openSignatures(level: LevelRow, { flow, signatures }: ApprovalCase): number {
  const given = signatures.filter(({ nivel, flujo }) => nivel === level.nivel && flujo === flow?.id)
  return Math.max(1, level.firmas_requeridas) - given.length
}

function levelToSign(
  subject: ApprovalCase,
  open: readonly LevelRow[],
  caller: SigningCaller,
): LevelRow | null {
  const candidates = subject.flow?.secuencia === 'paralela' ? open : open.slice(0, 1)
  return candidates.find((level) => isApprover(level, subject, caller)) ?? null
}

/** Whether the level names one of the caller's identities: itself, by a profile, or as the direct boss. */
function isApprover(level: LevelRow, subject: ApprovalCase, caller: SigningCaller): boolean {
  if (caller.isAdministrator) return true
  return caller.identities.some(({ usuario, limite, perfiles }) => {
    if (!covers(limite === null ? null : cents(limite), subject.total)) return false
    return (
      String(level.usuario) === usuario ||
      perfiles.includes(String(level.perfil)) ||
      (level.usa_jefe_directo && subject.boss === usuario)
    )
  })
}

/** When no level is open any more, or there is none, anyone who may authorize the whole amount completes the round. */
function mayClose(
  subject: ApprovalCase,
  open: readonly LevelRow[],
  caller: SigningCaller,
): boolean {
  return open.length === 0 && covers(caller.limit, subject.total)
}

function covers(limit: bigint | null, total: bigint): boolean {
  return limit === null || limit >= total
}

function stepOf({ flow, signatures }: ApprovalCase, level: LevelRow | null): ApprovalStep {
  if (level !== null) return { nivel: level.nivel, flujo: flow?.id ?? null }
  if (signatures.length === 0) return { nivel: 0, flujo: null }
  return { nivel: Math.max(...signatures.map(({ nivel }) => nivel)) + 1, flujo: null }
}

function notAnApprover(subject: ApprovalCase, open: readonly LevelRow[]): ErrorEntry {
  const [next] = open
  const { document, flow } = subject
  if (next === undefined || flow === null) {
    return { code: 'FORBIDDEN', message: ABOVE_YOUR_LIMIT({ document }) }
  }
  const message = NOT_YOUR_LEVEL({ document, level: next.nivel, flow: flow.clave })
  return { code: 'FORBIDDEN', message }
}
