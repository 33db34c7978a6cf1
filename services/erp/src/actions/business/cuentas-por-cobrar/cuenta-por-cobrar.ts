import type { ErrorEntry } from '../../../errors.ts'
import { OF_INVOICE, OWED_BY_INVOICE } from '../../../messages/receivables.ts'
import { cents } from '../cents.ts'
import { recognizeAction } from '../contabilidad/recognize-balances.ts'
import { decisionAction } from '../decide-records.ts'

// What customers owe, as people decide on it. @source docs/decisions/0259-erp-decisions-by-actions.md

/** Notes that a customer disputes what he owes: it is no longer overdue, and may still be collected. */
export const disputarCuenta = decisionAction('CuentaPorCobrar', {
  name: 'disputar_cuenta',
  label: 'Pasar a litigio',
  hasReason: true,
})

/** A dispute that ends leaves a receivable as its payments made it. */
export const resolverDisputa = decisionAction('CuentaPorCobrar', {
  name: 'resolver_disputa',
  label: 'Resolver disputa',
  hasReason: true,
  decide: (_context, records) =>
    Promise.resolve({
      refused: new Map(),
      values: new Map(
        records.map(({ id, stored }) => {
          const isPaidInPart = cents(stored.get('saldo') ?? '0') < cents(stored.get('total') ?? '0')
          return [id, new Map([['estado', isPaidInPart ? 'cobrada_parcial' : 'vigente']])]
        }),
      ),
    }),
})

/** Gives up what a customer will not pay; its entry, and what the law asks to deduct it, are made by hand. */
export const declararIncobrable = decisionAction('CuentaPorCobrar', {
  name: 'declarar_incobrable',
  label: 'Declarar incobrable',
  hasReason: true,
  confirmation: 'danger',
})

/** Takes back a balance that was entered by hand and of which nothing was paid; an invoice's goes with the invoice. */
export const cancelarSaldo = decisionAction('CuentaPorCobrar', {
  name: 'cancelar_saldo',
  label: 'Cancelar saldo',
  hasReason: true,
  decide: (_context, records) => {
    const refused = new Map<string, ErrorEntry>()
    for (const { id, stored } of records) {
      if ((stored.get('cfdi') ?? stored.get('venta') ?? null) === null) continue
      refused.set(id, { code: 'INVALID_STATE', message: OF_INVOICE.cancelling({ id }) })
    }
    const nothing = new Map([['saldo', '0']])
    return Promise.resolve({ refused, values: new Map(records.map(({ id }) => [id, nothing])) })
  },
})

// What sales make owed is invoiced.
const INVOICED: ReadonlySet<string> = new Set(['factura', 'anticipo'])

/** What a customer owed before the company began here, and charges that no invoice makes. */
export const reconocerSaldo = recognizeAction('CuentaPorCobrar', {
  kind: { table: 'cuenta_por_cobrar', code: '105', side: 'cargo', party: 'cliente' },
  problemOf: ({ id, stored }) => {
    const tipo = stored.get('tipo') ?? ''
    return INVOICED.has(tipo) ? OWED_BY_INVOICE({ id, type: tipo }) : null
  },
})
