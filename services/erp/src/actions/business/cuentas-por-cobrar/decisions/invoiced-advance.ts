import type { ErrorEntry } from '../../../../errors.ts'
import type { AdvanceRow } from '../load-advances.ts'
import type { AdvancedInvoice } from '../store/advance-cfdi-store.ts'
import type { ReceivableRow } from '../store/open-receivable-store.ts'

/** The SAT knows of it, or may. */
const STANDING: ReadonlySet<string> = new Set(['por_timbrar', 'vigente', 'por_cancelar'])

type Invoiced = Pick<AdvanceRow, 'cfdi' | 'cfdi.estado' | 'folio' | 'tasa_iva'>

/** Whether timbrar_anticipo invoiced it, and the invoice is not refused or cancelled. */
export function isInvoiced({ tasa_iva: tasa, 'cfdi.estado': estado }: Invoiced): boolean {
  return tasa !== null && isStanding(estado)
}

export function isStanding(estado: string | null): boolean {
  return STANDING.has(estado ?? '')
}

/** Why an advance that has its invoice cannot be taken back, or null. */
export function invoicedProblem(row: Invoiced): ErrorEntry | null {
  if (!isInvoiced(row)) return null
  const message = `AnticipoVenta ${row.folio} has the invoice Cfdi ${row.cfdi ?? ''}, which is ${row['cfdi.estado'] ?? ''}: cancelar_cfdi first.`
  return { code: 'INVALID_STATE', field: 'cfdi', message }
}

/**
 * Why an advance that has its invoice cannot pay a receivable, or null: the final invoice names that of the advance, is
 * for the same RFC and in the same currency.
 */
export function payingProblem(
  row: AdvanceRow,
  facts: { readonly receivable: ReceivableRow; readonly invoice: AdvancedInvoice | null },
): ErrorEntry | null {
  if (!isInvoiced(row)) return null
  const { receivable, invoice } = facts
  const name = `AnticipoVenta ${row.folio}`
  if (row['cfdi.estado'] !== 'vigente') {
    const message = `${name} cannot be applied while its Cfdi ${row.cfdi ?? ''} is ${row['cfdi.estado'] ?? ''}.`
    return { code: 'INVALID_STATE', field: 'cfdi', message }
  }
  if (invoice?.estado !== 'vigente' || !invoice.anticipos.includes(row.cfdi ?? ''))
    return wrong(
      `The CFDI of CuentaPorCobrar ${receivable.folio} does not name that of ${name} (relation 07): name the sale in its venta before the sale is stamped.`,
    )
  if (invoice.rfc !== row['cfdi.rfc_receptor'])
    return wrong(
      `${name} was invoiced to ${row['cfdi.rfc_receptor'] ?? ''}, CuentaPorCobrar ${receivable.folio} to ${invoice.rfc}.`,
    )
  if (receivable.moneda === row.moneda) return null
  return wrong(
    `${name} was invoiced in ${row['moneda.clave']}, CuentaPorCobrar ${receivable.folio} is in ${receivable.moneda_clave}.`,
  )
}

function wrong(message: string): ErrorEntry {
  return { code: 'VALIDATION', field: 'cuenta', message }
}
