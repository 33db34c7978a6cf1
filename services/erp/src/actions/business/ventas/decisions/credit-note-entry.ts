import { timesRate, cents, sumOf } from '../../cents.ts'
import type { EntryAmount, EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import type { OpenReceivable, Share } from '../../cuentas-por-cobrar/decisions/receivable-state.ts'
import { partPaid } from '../../due-taxes.ts'
import { creditsOf, type CreditedNote } from './credit-note-cfdi.ts'
import { taxAmounts } from './sale-entry.ts'

/** What a credit note takes of one receivable, and of what was paid of it. */
export interface Credit {
  readonly receivable: OpenReceivable
  /** What is owed less, with the taxes that were not collected. */
  readonly share: Share
  /** What was paid before, in the note's currency: the customer has it to his credit. */
  readonly favor: bigint
  /** Taxes that fell due with what was paid, in the company's currency; below zero: more of them is due. */
  readonly cobrado: Pick<Share, 'iva' | 'ieps' | 'retencionIva' | 'retencionIsr'>
  /** The same by what the money was worth that paid them. */
  readonly porLoCobrado: Pick<Share, 'iva' | 'ieps'>
}

/**
 * What a credit note takes of each receivable: what is owed first, with the taxes that are not collected yet; the rest is
 * of what was paid, and so are its taxes. With the last of what is owed all that was to be collected goes.
 * @source docs/decisions/0251-erp-stamping.md
 */
export function creditShares(
  whole: CreditedNote,
  receivableOf: (venta: string) => OpenReceivable,
): readonly Credit[] {
  return [...creditsOf(whole)].map(([venta, asked]) => {
    const receivable = receivableOf(venta)
    const taxes = whole.credited
      .filter(({ line }) => line.venta === venta)
      .flatMap((line) => line.taxes)
    const named = taxAmounts(taxes)
    const { saldo } = receivable
    const { row } = receivable
    const rate = row.tipo_cambio
    const own = asked < saldo ? asked : saldo
    const left = receivable.shareOf(saldo)
    const part = { isLast: own === saldo, isPaid: saldo === 0n }
    const iva = taxParts(timesRate(named.iva, rate), left.iva, part)
    const ieps = taxParts(timesRate(named.ieps, rate), left.ieps, part)
    const retencionIva = taxParts(timesRate(named.retencion_iva, rate), left.retencionIva, part)
    const retencionIsr = taxParts(timesRate(named.retencion_isr, rate), left.retencionIsr, part)
    return {
      receivable,
      share: {
        own,
        base: receivable.shareOf(own).base,
        iva: iva.pending,
        ieps: ieps.pending,
        retencionIva: retencionIva.pending,
        retencionIsr: retencionIsr.pending,
      },
      favor: asked - own,
      cobrado: {
        iva: iva.due,
        ieps: ieps.due,
        retencionIva: retencionIva.due,
        retencionIsr: retencionIsr.due,
      },
      porLoCobrado: {
        iva: partPaid(iva.due, { booked: cents(row.iva_tomado), paid: cents(row.iva_cobrado) }),
        ieps: partPaid(ieps.due, { booked: cents(row.ieps_tomado), paid: cents(row.ieps_cobrado) }),
      },
    }
  })
}

// What the rounding of parts leaves over is no tax that fell due.
const ROUNDING = 1n

function taxParts(
  credited: bigint,
  left: bigint,
  { isLast, isPaid }: { readonly isLast: boolean; readonly isPaid: boolean },
): { readonly pending: bigint; readonly due: bigint } {
  if (isPaid) return { pending: 0n, due: credited }
  const pending = isLast || left < credited ? left : credited
  const due = credited - pending
  return { pending, due: due >= -ROUNDING && due <= ROUNDING ? 0n : due }
}

/**
 * What the books are told of a credit note: the customer owes less by what was booked of his debt, and what rounding
 * leaves over is in what was sold.
 */
export function creditNoteEntry(
  { note, credited, sales }: CreditedNote,
  credits: readonly Credit[],
  { company, fecha }: { readonly company: string; readonly fecha: string },
): EntrySource {
  const [first] = sales.values()
  if (first === undefined) throw new Error(`NotaCreditoVenta ${note.id} credits no sale`)
  const rate = first.sale.tipo_cambio
  const named = taxAmounts(credited.flatMap(({ taxes }) => taxes))
  const both = (own: bigint): EntryAmount => ({ own, base: timesRate(own, rate) })
  const booked = (own: bigint, name: 'iva' | 'ieps'): EntryAmount => ({
    own,
    base: sumOf(credits.map(({ share, cobrado }) => share[name] + cobrado[name])),
  })
  const [iva, ieps] = [booked(named.iva, 'iva'), booked(named.ieps, 'ieps')]
  const withheld = withheldLess(credits, company)
  const favor = both(favorOf(credits))
  const total = {
    own: sumOf(credits.map(({ share }) => share.own)) + favor.own,
    base: sumOf(credits.map(({ share }) => share.base)) + favor.base,
  }
  const subtotal = {
    own: cents(note.subtotal),
    base:
      total.base - iva.base - ieps.base + sumOf(Object.values(withheld).map(({ base }) => base)),
  }
  return {
    model: 'NotaCreditoVenta',
    event: 'timbrar_nota_credito',
    origin: 'ventas',
    record: note.id,
    folio: note.folio,
    fecha,
    currency: { moneda: note.moneda, tipoCambio: rate },
    dimensiones: first.sale.dimensiones,
    total: total.base,
    amounts: {
      total,
      subtotal,
      iva,
      ieps,
      ...withheld,
    },
    accounts: { 'cliente.cuenta_contable': first.sale.cuenta_cliente },
    proveedor: null,
    cliente: note.cliente,
    lines: [],
  }
}

/** What a credit note leaves the customer to his credit, in its currency. */
export function favorOf(credits: readonly Credit[]): bigint {
  return sumOf(credits.map(({ favor }) => favor))
}

/** Taxes that had fallen due and do no more, of all sales. */
export function dueTaxes(credits: readonly Credit[]): Pick<Share, 'iva' | 'ieps'> {
  return {
    iva: sumOf(credits.map(({ cobrado }) => cobrado.iva)),
    ieps: sumOf(credits.map(({ cobrado }) => cobrado.ieps)),
  }
}

/**
 * What the books are told besides of a note of what was paid: the customer has it to his credit, and its taxes are of
 * those that fell due. Null: nothing was paid of what it credits.
 */
export function favorEntry(
  { note, sales }: CreditedNote,
  credits: readonly Credit[],
  { company, fecha }: { readonly company: string; readonly fecha: string },
): EntrySource | null {
  const [first] = sales.values()
  const favor = favorOf(credits)
  const taxes = dueTaxes(credits)
  if (first === undefined || (favor === 0n && taxes.iva === 0n && taxes.ieps === 0n)) return null
  const rate = first.sale.tipo_cambio
  const base = timesRate(favor, rate)
  const cobrados = {
    iva: sumOf(credits.map(({ porLoCobrado }) => porLoCobrado.iva)),
    ieps: sumOf(credits.map(({ porLoCobrado }) => porLoCobrado.ieps)),
  }
  // What fell due above what stood in the books was a loss in exchange, which it is no more.
  const beyond = cobrados.iva + cobrados.ieps - taxes.iva - taxes.ieps
  const booked = (amount: bigint): EntryAmount => ({
    own: amount,
    base: amount,
    currency: { moneda: company, tipoCambio: '1' },
  })
  return {
    model: 'NotaCreditoVenta',
    event: 'saldo_a_favor',
    origin: 'ventas',
    record: note.id,
    folio: note.folio,
    fecha,
    currency: { moneda: note.moneda, tipoCambio: rate },
    dimensiones: first.sale.dimensiones,
    total: base,
    amounts: {
      a_favor: { own: favor, base },
      iva: booked(taxes.iva),
      ieps: booked(taxes.ieps),
      iva_cobrado: booked(cobrados.iva),
      ieps_cobrado: booked(cobrados.ieps),
      utilidad_cambiaria: booked(beyond > 0n ? beyond : 0n),
      perdida_cambiaria: booked(beyond < 0n ? -beyond : 0n),
    },
    accounts: { 'cliente.cuenta_contable': first.sale.cuenta_cliente },
    proveedor: null,
    cliente: note.cliente,
    lines: [],
  }
}

/** What the customer will not withhold, and what he withheld already and gets back. */
function withheldLess(
  credits: readonly Credit[],
  company: string,
): Readonly<Record<string, EntryAmount>> {
  const inBooks = (amountOf: (credit: Credit) => bigint): EntryAmount => {
    const amount = sumOf(credits.map(amountOf))
    return { own: amount, base: amount, currency: { moneda: company, tipoCambio: '1' } }
  }
  return {
    retencion_pendiente: inBooks(({ share }) => share.retencionIva + share.retencionIsr),
    retencion_iva: inBooks(({ cobrado }) => cobrado.retencionIva),
    retencion_isr: inBooks(({ cobrado }) => cobrado.retencionIsr),
  }
}
