import { documentStates } from '../../documents/state-table.ts'

const OWED = ['autorizada', 'programada', 'pagada_parcial']

/** An invoice that was validated stays as the supplier wrote it; one that was paid is not cancelled. @source docs/decisions/0240-erp-documents.md */
export const CUENTA_POR_PAGAR_STATES = documentStates('CuentaPorPagar', {
  states: ['por_validar', 'autorizada', 'programada', 'pagada_parcial', 'pagada', 'cancelada'],
  drafts: ['por_validar'],
  open: ['vencimiento'],
  byAction: {
    autorizada: { autorizar_factura: ['por_validar'], reconocer_saldo: ['por_validar'] },
    cancelada: { cancelar_factura: ['por_validar', 'autorizada'] },
    programada: { autorizar_programacion: ['autorizada'] },
    pagada_parcial: { pagar: OWED, registrar_nota_credito: OWED, aplicar_nota_credito: OWED },
    pagada: { pagar: OWED, registrar_nota_credito: OWED, aplicar_nota_credito: OWED },
  },
})
