import { recognizeAction } from '../contabilidad/recognize-balances.ts'
import { ANTICIPO_VENTA_STATES } from './anticipo-venta-states.ts'
import { CUENTA_POR_COBRAR_STATES } from './cuenta-por-cobrar-states.ts'

// What sales make owed is invoiced.
const INVOICED: ReadonlySet<string> = new Set(['factura', 'anticipo'])

/**
 * What a customer owed before the company began here, and charges that no invoice makes.
 * @source docs/decisions/0259-erp-decisions-by-actions.md
 */
export const reconocerSaldo = recognizeAction(CUENTA_POR_COBRAR_STATES, {
  kind: { table: 'cuenta_por_cobrar', code: '105', side: 'cargo', party: 'cliente' },
  problemOf: ({ id, stored }) => {
    const tipo = stored.get('tipo') ?? ''
    if (!INVOICED.has(tipo)) return null
    return `CuentaPorCobrar ${id} is a ${tipo}: its sale is invoiced by timbrar_venta, and what was owed before is a saldo_inicial.`
  },
})

/** An advance that a customer paid before the company began here. */
export const reconocerAnticipo = recognizeAction(ANTICIPO_VENTA_STATES, {
  kind: { table: 'anticipo_venta', code: '206', side: 'abono', party: 'cliente' },
  problemOf: () => null,
})
