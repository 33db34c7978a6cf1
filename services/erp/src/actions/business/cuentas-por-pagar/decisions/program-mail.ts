import {
  PROGRAM_TO_APPROVE,
  PROGRAM_TOPIC,
  PROGRAM_WAITS,
  PROGRAM_WAITS_IN_CHANNEL,
  PROGRAM_WAITS_IN_CHAT,
} from '../../../../messages/waiting-notices.ts'
import { literal } from '../../chat-text.ts'
import type { ApproverRow } from '../../compras/store/approval-store.ts'
import type { Letter, Notice } from '../../letters.ts'
import type { Program } from './program-lines.ts'

// Half of a company may have the right.
const MAX_RECIPIENTS = 20

/** Tells those who may authorize it that a payment programme waits. */
export function programMail(program: Program, to: readonly ApproverRow[]): Letter {
  const { folio } = program
  return {
    para: addressesOf(to),
    asunto: PROGRAM_TO_APPROVE({ folio }),
    texto: [PROGRAM_WAITS({ folio, ...waitingOf(program) })],
    modelo: 'ProgramacionPago',
    registro: program.id,
  }
}

/** Tells them in a chat too; in a channel only that it waits. */
export function programChat(program: Program, to: readonly ApproverRow[]): Notice {
  const folio = literal(program.folio)
  return {
    para: addressesOf(to),
    tema: PROGRAM_TOPIC(program),
    texto: PROGRAM_WAITS_IN_CHAT({ folio, ...waitingOf(program) }),
    enCanal: PROGRAM_WAITS_IN_CHANNEL({ folio }),
    modelo: 'ProgramacionPago',
    registro: program.id,
  }
}

function waitingOf({ fecha_pago, importe_solicitado, 'moneda.clave': currency }: Program) {
  return { day: fecha_pago, total: importe_solicitado, currency }
}

function addressesOf(to: readonly ApproverRow[]): readonly string[] {
  return to.slice(0, MAX_RECIPIENTS).map(({ correo }) => correo)
}
