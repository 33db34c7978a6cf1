import type { StateTable } from '../../documents/state-table.ts'

/** What the bank says changes until something is matched with it. @source docs/decisions/0256-erp-bank-reconciliation.md */
export const ESTADO_CUENTA_BANCARIO_STATES = {
  model: 'EstadoCuentaBancario' as const,
  initial: ['importado'],
  states: {
    importado: { open: 'all' },
    en_conciliacion: { open: ['archivo', 'formato'] },
    conciliado: { open: ['archivo', 'formato'] },
  },
  moves: [
    { from: ['importado', 'conciliado'], to: 'en_conciliacion', by: 'conciliar' },
    { from: ['importado', 'en_conciliacion'], to: 'conciliado', by: 'conciliar' },
  ],
} satisfies StateTable
