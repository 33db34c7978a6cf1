import type { Tx } from '@oficina/kit/database.ts'

import { permissionKey } from '../../../dictionary/permission-keys.ts'
import type { Caller } from '../../../identity/caller.ts'
import { DOCUMENT } from '../../../messages/documents.ts'
import type { Message } from '../../../messages/message.ts'
import { FLOW_UNREADABLE } from '../../../messages/purchase-approval.ts'
import type { WriteMoment } from '../../../query/write-plan.ts'
import type { EmpresaId } from '../../../store/tenant-database.ts'
import { cents } from '../cents.ts'
import { matchesCondition, type ConditionSubject } from '../condition.ts'
import type { ApprovalCase, SigningCaller } from './decisions/approval.ts'
import {
  findApprovers,
  findBosses,
  findFlows,
  findIdentities,
  findLimit,
  findSignatures,
  type ApproverRow,
  type FlowRow,
  type LevelRow,
  type SignatureRow,
} from './store/approval-store.ts'

export const AUTHORIZE = 'autorizar_compra'
const AUTHORIZE_KEYS = [permissionKey('Compra', AUTHORIZE), `modulo:compras.${AUTHORIZE}`]
// A level may name a profile that half of the company has.
const MAX_RECIPIENTS = 20

/** The facts that decide the approval of a set of purchases, for one caller. */
export interface ApprovalFacts {
  readonly caller: SigningCaller
  readonly flows: readonly FlowRow[]
  readonly signatures: readonly SignatureRow[]
  readonly bosses: ReadonlyMap<string, string>
}

export async function loadApprovalFacts(
  tx: Tx,
  caller: Caller,
  { ids, moment }: { readonly ids: readonly string[]; readonly moment: WriteMoment },
): Promise<ApprovalFacts> {
  const { empresa, usuarioId, rights } = caller
  const signer = { usuarioId, ...moment }
  const [flows, identities, limit, signatures, bosses] = await Promise.all([
    findFlows(tx, empresa, { model: 'Compra', action: AUTHORIZE, today: moment.today }),
    findIdentities(tx, empresa, signer),
    findLimit(tx, empresa, { signer, keys: AUTHORIZE_KEYS }),
    findSignatures(tx, empresa, ids),
    findBosses(tx, empresa, ids),
  ])
  const isUnlimited = rights.isAdministrator || limit === undefined || limit.sin_limite
  return {
    caller: {
      usuarioId,
      isAdministrator: rights.isAdministrator,
      identities,
      limit: isUnlimited || limit.limite === null ? null : cents(limit.limite),
    },
    flows,
    signatures,
    bosses,
  }
}

/** A purchase as the approval rules see it. The error names the flow whose condition cannot be read. */
export function approvalCase(
  facts: ApprovalFacts,
  purchase: { readonly id: string; readonly estado: string } & ConditionSubject,
): { readonly subject: ApprovalCase } | { readonly error: Message } {
  const chosen = flowFor(facts.flows, purchase)
  if ('error' in chosen) return chosen
  const signatures = facts.signatures
    .filter(({ compra }) => compra === purchase.id)
    .map(({ nivel, flujo, usuario, limite }) => ({
      nivel,
      flujo,
      usuario,
      limit: limite === null ? null : cents(limite),
    }))
  return {
    subject: {
      document: DOCUMENT({ model: 'Compra', folio: purchase.id }),
      isSubmitted: purchase.estado === 'en_autorizacion',
      total: purchase.total,
      flow: chosen.flow,
      boss: facts.bosses.get(purchase.id) ?? null,
      signatures,
    },
  }
}

/** The flow that applies: the first whose condition holds; null: the limits alone decide. */
export function flowFor(
  flows: readonly FlowRow[],
  subject: ConditionSubject,
): { readonly flow: FlowRow | null } | { readonly error: Message } {
  for (const flow of flows) {
    const matches = matchesCondition(flow.condicion, subject)
    if (!matches.ok) return { error: FLOW_UNREADABLE({ flow: flow.clave, why: matches.error }) }
    if (matches.value) return { flow }
  }
  return { flow: null }
}

/** Loads the users who may sign next, for the mails that notify them. */
export async function loadApprovers(
  tx: Tx,
  empresa: EmpresaId,
  today: string,
): Promise<readonly ApproverRow[]> {
  return await findApprovers(tx, empresa, { keys: AUTHORIZE_KEYS, today })
}

/** The addresses of those who may sign next; administrators only if there is nobody else. */
export function nextApprovers(
  approvers: readonly ApproverRow[],
  subject: ApprovalCase,
  next: { readonly level: LevelRow | null; readonly signer: string },
): readonly string[] {
  const signed = new Set([next.signer, ...subject.signatures.map(({ usuario }) => usuario)])
  const { level } = next
  const candidates = approvers.filter(({ usuario }) => !signed.has(usuario))
  const fitting = candidates.filter((approver) =>
    level === null ? coversTotal(approver, subject) : isNamedBy(level, approver, subject),
  )
  const ordinary = fitting.filter(
    (approver) => !approver.es_administrador || String(level?.usuario) === approver.usuario,
  )
  const chosen = ordinary.length > 0 ? ordinary : fitting
  return chosen.slice(0, MAX_RECIPIENTS).map(({ correo }) => correo)
}

function coversTotal({ limite }: ApproverRow, { total }: ApprovalCase): boolean {
  return limite === null || cents(limite) >= total
}

function isNamedBy(level: LevelRow, approver: ApproverRow, subject: ApprovalCase): boolean {
  return (
    approver.es_administrador ||
    String(level.usuario) === approver.usuario ||
    approver.perfiles.includes(String(level.perfil)) ||
    (level.usa_jefe_directo && subject.boss === approver.usuario)
  )
}
