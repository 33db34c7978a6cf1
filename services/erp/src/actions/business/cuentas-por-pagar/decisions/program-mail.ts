import type { OutboxMail } from '../../../../store/outbox-store.ts'
import type { ApproverRow } from '../../compras/store/approval-store.ts'
import type { ProgramRow } from '../store/program-store.ts'

// Half of a company may have the right.
const MAX_RECIPIENTS = 20

/** Tells those who may authorize it that a payment programme waits. */
export function programMail(program: ProgramRow, to: readonly ApproverRow[]): OutboxMail {
  const texto = [
    `La programación de pago ${program.folio}, para el ${program.fecha_pago},`,
    `por ${program.importe_solicitado} ${program.moneda_clave} espera su autorización.`,
  ]
  return {
    para: to.slice(0, MAX_RECIPIENTS).map(({ correo }) => correo),
    asunto: `Por autorizar: programación de pago ${program.folio}`,
    texto: `${texto.join('\n')}\n`,
    modelo: 'ProgramacionPago',
    registro: program.id,
  }
}
