import type { OutboxChat, OutboxMail } from '../../../../store/outbox-store.ts'
import { literal } from '../../chat-text.ts'
import type { ApproverRow } from '../../compras/store/approval-store.ts'
import type { Program } from './program-lines.ts'

// Half of a company may have the right.
const MAX_RECIPIENTS = 20

/** Tells those who may authorize it that a payment programme waits. */
export function programMail(program: Program, to: readonly ApproverRow[]): OutboxMail {
  const texto = [
    `La programación de pago ${program.folio}, para el ${program.fecha_pago},`,
    `por ${program.importe_solicitado} ${program['moneda.clave']} espera su autorización.`,
  ]
  return {
    para: addressesOf(to),
    asunto: `Por autorizar: programación de pago ${program.folio}`,
    texto: `${texto.join('\n')}\n`,
    modelo: 'ProgramacionPago',
    registro: program.id,
  }
}

/** Tells them in a chat too; in a channel only that it waits. */
export function programChat(program: Program, to: readonly ApproverRow[]): OutboxChat {
  const what = `Por autorizar: la programación de pago ${literal(program.folio)}`
  const amount = `${program.importe_solicitado} ${program['moneda.clave']}`
  return {
    para: addressesOf(to),
    tema: `Programación de pago ${program.folio}`,
    texto: `${what}, para el ${program.fecha_pago}, por ${amount}.`,
    enCanal: `${what}.`,
    modelo: 'ProgramacionPago',
    registro: program.id,
  }
}

function addressesOf(to: readonly ApproverRow[]): readonly string[] {
  return to.slice(0, MAX_RECIPIENTS).map(({ correo }) => correo)
}
