import type { ErrorEntry } from '../../../errors.ts'
import type { Message } from '../../../messages/message.ts'
import { PAC_REFUSES, STAMP_TO_COME } from '../../../messages/stamping-fates.ts'
import { writeAs } from '../../../store/tenant-database.ts'
import type { ActionOutcome } from '../action.ts'
import type { Outside } from '../outside.ts'
import type { CfdiKind } from './cfdi-kind.ts'
import { finishIntents, type Fate } from './finish-intents.ts'
import { findIntentsOf } from './store/intent-store.ts'

/**
 * `follow` of an action that wrote intents: has the CFDI of its records stamped and tells what became of them. Called
 * again it finishes what is not finished, and tells again what the PAC refused.
 */
export async function followIntents(
  outside: Outside,
  kind: CfdiKind,
  ids: readonly string[],
): Promise<ActionOutcome> {
  const { empresa } = outside.caller
  const found = await writeAs(outside.database, empresa, (tx) =>
    findIntentsOf(tx, empresa, { modelo: kind.model, registros: ids }),
  )
  const open = found.filter(({ estado }) => estado === 'pendiente')
  const fates = new Map<string, Fate>(
    found.flatMap(({ registro, estado, codigo, mensaje }) =>
      estado === 'rechazado'
        ? [[registro, { kind: 'rejected', code: codigo ?? '', message: mensaje ?? '' } as const]]
        : [],
    ),
  )
  const { caller } = outside
  for (const [registro, fate] of await finishIntents(outside, { caller, kind }, open))
    fates.set(registro, fate)
  return outcomeOf(kind, fates)
}

function outcomeOf({ model }: CfdiKind, fates: ReadonlyMap<string, Fate>): ActionOutcome {
  const refused = new Map<string, readonly ErrorEntry[]>()
  const warnings = new Map<string, readonly ErrorEntry[]>()
  for (const [id, fate] of fates) {
    if (fate.kind === 'rejected') refused.set(id, [rejection({ model, id }, fate)])
    if (fate.kind === 'waiting') warnings.set(id, [delay({ model, id }, fate.message)])
  }
  return { refused, warnings }
}

interface Told {
  readonly model: string
  readonly id: string
}

function rejection(
  record: Told,
  { code, message }: { readonly code: string; readonly message: Message | string },
): ErrorEntry {
  return {
    code: 'PAC_REJECTED',
    message: PAC_REFUSES({ ...record, code, what: message }),
    pac_code: code,
    pac_text: String(message),
  }
}

function delay(record: Told, what: Message | string): ErrorEntry {
  return {
    code: 'PAC_UNAVAILABLE',
    message: STAMP_TO_COME({ ...record, what }),
  }
}
