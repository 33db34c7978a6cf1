import type { StateRule, StateTable } from '../../documents/state-table.ts'

/** What was booked stays so; the papers that prove it may come later. */
const BOOKED: StateRule = {
  open: [],
  openLines: { PolizaComprobante: 'all', PolizaTransaccion: 'all' },
}

/** @source docs/decisions/0242-erp-entries.md */
export const POLIZA_STATES = {
  model: 'Poliza' as const,
  initial: ['borrador'],
  states: {
    borrador: { open: 'all' },
    autorizada: { open: 'all' },
    aplicada: BOOKED,
    reversada: BOOKED,
    cancelada: BOOKED,
  },
  moves: [
    { from: ['borrador', 'autorizada'], to: 'aplicada', by: 'aplicar' },
    { from: ['aplicada'], to: 'reversada', by: 'reversar' },
  ],
} satisfies StateTable
