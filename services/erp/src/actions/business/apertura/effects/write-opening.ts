import { findCatalogIds, type CatalogIds } from '../../../../store/catalogs/catalog-ids.ts'
import type { ActionContext } from '../../action.ts'
import { amountText, timesRate } from '../../cents.ts'
import type { Changes } from '../../changes.ts'
import type { Later } from '../../later.ts'
import { newFolios } from '../../new-folios.ts'
import type { BankBalance, OpeningBalances, OwedDocument } from '../decisions/opening-balances.ts'

/** What is made of the rows that are documents of their own. */
export async function collectDocuments(
  context: ActionContext,
  changes: Changes,
  details: {
    readonly balances: OpeningBalances
    readonly fecha: string
    /** The entry that holds them. */
    readonly poliza: Later
    readonly source: { readonly modelo: string; readonly registro: string }
  },
): Promise<void> {
  const { porCobrar, porPagar, bancos } = details.balances
  const receivables = await newFolios(context, 'CuentaPorCobrar', daysOf(porCobrar))
  const payables = await newFolios(context, 'CuentaPorPagar', daysOf(porPagar))
  const catalogs = await findCatalogIds(context, { Impuesto: [IVA], TipoFactor: [RATE] })
  for (const [index, document] of porCobrar.entries()) {
    makeReceivable(changes, document, { ...details, folio: receivables[index] ?? '' })
  }
  for (const [index, document] of porPagar.entries()) {
    makePayable(changes, document, { ...details, folio: payables[index] ?? '', catalogs })
  }
  for (const bank of bancos) makeMovement(changes, bank, details)
}

function daysOf(documents: readonly OwedDocument[]): readonly string[] {
  return documents.map(({ fecha }) => fecha)
}

interface Booked {
  readonly folio: string
  readonly poliza: Later
}

function makeReceivable(changes: Changes, document: OwedDocument, { folio, poliza }: Booked): void {
  const { party, documento, fecha, vencimiento, total, iva, currency, uuid } = document
  const text = amountText(total)
  const id = changes.insert('CuentaPorCobrar', {
    folio,
    fecha,
    cliente: party.id,
    tipo: 'saldo_inicial',
    uuid,
    documento,
    moneda: currency.moneda,
    tipo_cambio: currency.tipoCambio,
    vencimiento,
    subtotal: amountText(total - iva),
    impuestos: amountText(iva),
    retenciones: '0.00',
    total: text,
    saldo: text,
    total_base: amountText(timesRate(total, currency.tipoCambio)),
    iva_base: amountText(timesRate(iva, currency.tipoCambio)),
    ieps_base: '0.00',
    poliza,
    estado: 'vigente',
  })
  const after = { folio, estado: 'vigente', documento, total: text }
  changes.record({ model: 'CuentaPorCobrar', id, before: null, after, event: null })
}

function makePayable(
  changes: Changes,
  document: OwedDocument,
  { folio, poliza, catalogs }: Booked & { readonly catalogs: CatalogIds },
): void {
  const { party, documento, fecha, vencimiento, total, iva, currency, uuid } = document
  const text = amountText(total)
  const id = changes.insert('CuentaPorPagar', {
    folio,
    fecha,
    proveedor: party.id,
    tipo: 'saldo_inicial',
    numero_factura: documento,
    uuid,
    moneda: currency.moneda,
    tipo_cambio: currency.tipoCambio,
    vencimiento,
    subtotal: amountText(total - iva),
    descuento: '0.00',
    impuestos: amountText(iva),
    retenciones: '0.00',
    total: text,
    saldo: text,
    cuenta_contable: party.cuenta,
    poliza,
    estado: 'autorizada',
  })
  if (iva > 0n) {
    const { tasa, base } = taxed(total - iva, iva)
    changes.insert('CuentaPorPagarImpuesto', {
      cuenta: id,
      impuesto: catalogs.get('Impuesto', IVA),
      tipo: 'traslado',
      factor: catalogs.get('TipoFactor', RATE),
      tasa,
      base: amountText(base),
      importe: amountText(iva),
      es_acreditable: true,
    })
  }
  const after = { folio, estado: 'autorizada', documento, total: text }
  changes.record({ model: 'CuentaPorPagar', id, before: null, after, event: null })
}

const IVA = '002'
const RATE = 'Tasa'
const RATES = [
  { tasa: '0.160000', hundredths: 16n },
  { tasa: '0.080000', hundredths: 8n },
] as const

/** What was taxed, and how: all of it at a rate of IVA that makes this tax, else the part of it that the general one makes. */
function taxed(net: bigint, iva: bigint): { readonly tasa: string; readonly base: bigint } {
  const whole = RATES.find(({ hundredths }) => {
    const beyond = net * hundredths - iva * 100n
    // To within a cent, as its lines were rounded.
    return beyond <= 100n && beyond >= -100n
  })
  if (whole !== undefined) return { tasa: whole.tasa, base: net }
  return { tasa: RATES[0].tasa, base: (iva * 100n + 8n) / 16n }
}

/** What the bank has as the company begins: its first statement starts from there, so that nothing is to be matched. */
function makeMovement(
  changes: Changes,
  { bank, saldo, currency }: BankBalance,
  details: {
    readonly fecha: string
    readonly poliza: Later
    readonly source: { readonly modelo: string; readonly registro: string }
  },
): void {
  if (saldo === 0n) return
  const { fecha, poliza, source } = details
  const folio = changes.folio('movimiento_bancario', 'MB-')
  const naturaleza = saldo > 0n ? 'abono' : 'cargo'
  const importe = amountText(saldo < 0n ? -saldo : saldo)
  const estado = 'conciliado'
  const id = changes.insert('MovimientoBancario', {
    folio,
    fecha,
    cuenta_bancaria: bank.id,
    tipo: 'ajuste',
    naturaleza,
    importe,
    moneda: currency.moneda,
    tipo_cambio: currency.tipoCambio,
    beneficiario: 'Saldo inicial',
    poliza,
    ...source,
    conciliado: true,
    estado,
  })
  const after = { folio, estado, naturaleza, importe }
  changes.record({ model: 'MovimientoBancario', id, before: null, after, event: null })
}
