import { documentStates } from '../../documents/state-table.ts'

/** What a customer took in for review stays as it was handed over. @source docs/decisions/0240-erp-documents.md */
export const CONTRA_RECIBO_CLIENTE_STATES = documentStates('ContraReciboCliente', {
  states: ['recibido', 'cobrado', 'vencido', 'cancelado'],
  drafts: ['recibido'],
  openLines: { ContraReciboClienteFactura: ['cobrada'] },
  byHand: { cobrado: ['recibido', 'vencido'], vencido: ['recibido'], cancelado: ['recibido'] },
})
