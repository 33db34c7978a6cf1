import type { ErrorEntry } from '../../../errors.ts'
import { writeAs } from '../../../store/tenant-database.ts'
import type { ActionOutcome } from '../action.ts'
import type { Outside } from '../outside.ts'
import type { CfdiKind } from './cfdi-kind.ts'
import { finishCancellations } from './finish-cancellations.ts'
import { findCancellationsOf, type Cancellation } from './store/cancellation-store.ts'

/** `follow` of an action that asked for cancellations. Records without one are left alone. */
export async function followCancellations(
  outside: Outside,
  kind: CfdiKind,
  ids: readonly string[],
): Promise<ActionOutcome> {
  const { caller, database } = outside
  const found = await writeAs(database, caller.empresa, (tx) =>
    findCancellationsOf(tx, caller.empresa, { modelo: kind.model, registros: ids }),
  )
  const open = found.flatMap(({ estado, ...one }): readonly Cancellation[] =>
    estado === 'terminada' ? [] : [{ ...one, estado }],
  )
  const refused = new Map<string, readonly ErrorEntry[]>()
  const warnings = new Map<string, readonly ErrorEntry[]>()
  for (const { registro, estado, mensaje } of found)
    if (estado === 'terminada' && mensaje !== null)
      refused.set(registro, [refusal(`${kind.model} ${registro}`, { code: '', message: mensaje })])
  const fates = await finishCancellations(outside, { caller, kind }, open)
  for (const [id, fate] of fates) {
    const record = `${kind.model} ${id}`
    if (fate.kind === 'refused') refused.set(id, [refusal(record, fate)])
    if (fate.kind === 'waiting') warnings.set(id, [delay(record, fate)])
  }
  return { refused, warnings }
}

function refusal(
  record: string,
  { code, message }: { readonly code: string; readonly message: string },
): ErrorEntry {
  return {
    code: 'PAC_REJECTED',
    message: `The CFDI of ${record} was not cancelled, and stays in force: ${code} ${message}`,
    pac_code: code,
    pac_text: message,
  }
}

function delay(
  record: string,
  { isAsked, message }: { readonly isAsked: boolean; readonly message: string },
): ErrorEntry {
  return isAsked
    ? {
        code: 'CANCELLATION_PENDING',
        message: `The cancellation of the CFDI of ${record} waits for the receiver, who has three business days; it is finished by itself. ${message}`,
      }
    : {
        code: 'PAC_UNAVAILABLE',
        message: `The cancellation of the CFDI of ${record} was not answered; it is asked for again by itself. ${message}`,
      }
}
