import type { Message } from '../../../../messages/message.ts'
import {
  HIRE_NOT_TAKEN_BACK,
  HIRED_ANEW,
  IMSS_WAS_TOLD,
  LATER_MOVEMENT,
} from '../../../../messages/personnel.ts'

interface Kind {
  readonly tipo: string
}

/** Whether a movement gives another position. */
export function isPosition({ tipo }: Kind): boolean {
  return tipo === 'promocion' || tipo === 'transferencia'
}

/** What decides whether a movement is taken back. */
interface TakenBack {
  readonly movement: Kind & { readonly id: string; readonly folio: string }
  /** All of the same employee. */
  readonly others: readonly {
    readonly id: string
    readonly folio: string
    readonly estado: string
  }[]
  /** What the IMSS is told of it. */
  readonly told: readonly { readonly estado: string }[]
  /** The wages of its history. */
  readonly wages: readonly unknown[]
  /** The number of the employee whom the person became after he had left. */
  readonly anew: string | undefined
}

/** Why a movement that had an effect is not taken back; null where nothing is in the way. */
export function whyNotTakenBack(facts: TakenBack): Message | null {
  const { movement, others, told, anew } = facts
  const { id, folio } = movement
  if (!isOurs(facts)) return HIRE_NOT_TAKEN_BACK({ folio })
  const later = others.find((other) => BigInt(other.id) > BigInt(id) && HAPPENS.has(other.estado))
  if (later !== undefined) return LATER_MOVEMENT({ folio, later: later.folio })
  if (told.some(({ estado }) => TOLD.has(estado))) return IMSS_WAS_TOLD({ folio })
  return anew === undefined ? null : HIRED_ANEW({ folio, number: anew })
}

const HAPPENS = new Set(['autorizado', 'aplicado'])
const TOLD = new Set(['enviado', 'aceptado'])

/** Made by an action, which left more than the movement. */
function isOurs({ movement, told, wages }: TakenBack): boolean {
  switch (movement.tipo) {
    case 'cambio_sueldo':
      return wages.length > 0
    case 'baja':
      return told.length > 0
    default:
      return isPosition(movement)
  }
}
