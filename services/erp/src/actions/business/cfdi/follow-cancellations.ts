import type { ErrorEntry } from '../../../errors.ts'
import type { Message } from '../../../messages/message.ts'
import { sentences } from '../../../messages/sentences.ts'
import {
  CANCELLATION_UNANSWERED,
  NOT_CANCELLED,
  RECEIVER_DISAGREES,
  WAITS_FOR_RECEIVER,
} from '../../../messages/stamping-fates.ts'
import { cancelText } from '../../../pac/cancel-text.ts'
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
      refused.set(registro, [refusal({ model: kind.model, id: registro }, told(mensaje))])
  const fates = await finishCancellations(outside, { caller, kind }, open)
  for (const [id, fate] of fates) {
    const record = { model: kind.model, id }
    if (fate.kind === 'refused') refused.set(id, [refusal(record, fate)])
    if (fate.kind === 'waiting') warnings.set(id, [delay(record, fate)])
  }
  return { refused, warnings }
}

/** What was noted of a refusal, in the reader's words where the service said it itself. */
function told(noted: string): { readonly code: string; readonly message: Message | string } {
  const [code = ''] = noted.split(' ', 1)
  const own = [RECEIVER_DISAGREES(), sentences([code, cancelText(code)]), cancelText('')]
  return { code: '', message: own.find((one) => String(one) === noted) ?? noted }
}

interface Told {
  readonly model: string
  readonly id: string
}

function refusal(
  record: Told,
  { code, message }: { readonly code: string; readonly message: Message | string },
): ErrorEntry {
  return {
    code: 'PAC_REJECTED',
    message: NOT_CANCELLED({ ...record, code, what: message }),
    pac_code: code,
    pac_text: String(message),
  }
}

function delay(
  record: Told,
  { isAsked, message: what }: { readonly isAsked: boolean; readonly message: Message | string },
): ErrorEntry {
  return isAsked
    ? { code: 'CANCELLATION_PENDING', message: WAITS_FOR_RECEIVER({ ...record, what }) }
    : { code: 'PAC_UNAVAILABLE', message: CANCELLATION_UNANSWERED({ ...record, what }) }
}
