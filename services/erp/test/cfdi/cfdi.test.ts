import assert from 'node:assert/strict'
import { verify, X509Certificate } from 'node:crypto'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { cadenaOriginal } from '../../src/fiscal/cfdi/cadenas.ts'
import { composeComprobante, type ComprobanteDraft } from '../../src/fiscal/cfdi/compose/compose.ts'
import {
  composePagos,
  PAYMENT_DOCUMENT,
  paidInvoice,
  type PagoDraft,
} from '../../src/fiscal/cfdi/compose/payments.ts'
import { checkComprobante } from '../../src/fiscal/cfdi/rules/check.ts'
import { sealComprobante } from '../../src/fiscal/cfdi/seal/seal.ts'
import type {
  Traslado,
  TrasladoGroup,
  UnsealedComprobante,
} from '../../src/fiscal/cfdi/structure/comprobante.ts'
import type { Pagos } from '../../src/fiscal/cfdi/structure/pagos.ts'
import { readCfdi } from '../../src/fiscal/cfdi/xml/read.ts'
import { cfdiXml } from '../../src/fiscal/cfdi/xml/write.ts'
import { readCfdiCatalogs } from '../../src/pac/catalog-files.ts'
import { CATALOG_DIR } from '../../src/store/catalogs/catalog-store.ts'
import { anyDraft, CUSTOMER, DECIMALS, HEAD, ISSUER } from './any-cfdi.ts'
import { testCsds } from './csds.ts'

const RUNS = Number(process.env['CFDI_RUNS'] ?? 60)

const catalogs = await readCfdiCatalogs(CATALOG_DIR)
const csds = await testCsds()
const csd = await csds.open(ISSUER.Rfc)

function composed({
  decimals,
  ...draft
}: ComprobanteDraft & { readonly decimals: number }): UnsealedComprobante {
  return composeComprobante(draft, decimals)
}

function checked(comprobante: UnsealedComprobante): UnsealedComprobante {
  const result = checkComprobante(comprobante, catalogs)
  if (!result.ok) assert.deepEqual(result.error, [])
  assert.ok(result.ok)
  return result.value
}

/** In units of 10^-18, by nothing of the service's own. */
function exact(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(18, '0'))
}

function nearest(value: bigint, decimals: number): bigint {
  const unit = 10n ** BigInt(18 - decimals)
  return ((value + unit / 2n) / unit) * unit
}

function sum(texts: readonly (string | undefined)[]): bigint {
  return texts.reduce((total, text) => total + exact(text ?? '0'), 0n)
}

test('a CFDI of any lines, currency, discounts and taxes keeps every rule of the SAT, and its sums add up', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const cfdi = checked(composed(draft))
      const lines = cfdi.Conceptos
      const traslados = lines.flatMap(({ Impuestos }) => Impuestos?.Traslados ?? [])
      const retenciones = lines.flatMap(({ Impuestos }) => Impuestos?.Retenciones ?? [])
      for (const tax of [...traslados, ...retenciones]) assertProduct(tax)
      const groups = cfdi.Impuestos?.Traslados ?? []
      for (const group of groups) assertGroup(group, traslados, draft.decimals)
      assert.equal(exact(cfdi.SubTotal), sum(lines.map(({ Importe }) => Importe)))
      const locals = cfdi.Complemento?.ImpuestosLocales
      assert.equal(
        exact(cfdi.Total),
        exact(cfdi.SubTotal) -
          sum(lines.map(({ Descuento }) => Descuento)) +
          sum(groups.map(({ Importe }) => Importe)) -
          sum((cfdi.Impuestos?.Retenciones ?? []).map(({ Importe }) => Importe)) +
          exact(locals?.TotaldeTraslados ?? '0') -
          exact(locals?.TotaldeRetenciones ?? '0'),
      )
    }),
    { numRuns: RUNS },
  )
})

/** A tax is its base times its rate, to a millionth. */
function assertProduct({ Base, Importe, TasaOCuota }: Traslado): void {
  const product = (exact(Base) * exact(TasaOCuota ?? '0')) / 10n ** 18n
  const difference = exact(Importe ?? '0') - product
  assert.ok(difference ** 2n <= (10n ** 12n) ** 2n, `${Importe} of ${Base}`)
}

function assertGroup(group: TrasladoGroup, all: readonly Traslado[], decimals: number): void {
  const same = all.filter(
    (tax) =>
      tax.Impuesto === group.Impuesto &&
      tax.TipoFactor === group.TipoFactor &&
      tax.TasaOCuota === group.TasaOCuota,
  )
  assert.equal(exact(group.Base), nearest(sum(same.map(({ Base }) => Base)), decimals))
  const amounts = sum(same.map(({ Importe }) => Importe))
  assert.equal(exact(group.Importe ?? '0'), nearest(amounts, decimals))
}

const ATTRIBUTE = /\s([\w:ñÑ]+)="([^"]*)"/g
const OUTSIDE = /^(?:xmlns.*|xsi:.*|Sello|Certificado)$/

test('the cadena holds each value of the XML once, and the seal over it is that of the certificate', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const sealed = sealComprobante(checked(composed(draft)), csd)
      const cadena = cadenaOriginal(sealed)
      const xml = cfdiXml(sealed)
      const values = [...xml.slice(xml.indexOf('\n')).matchAll(ATTRIBUTE)]
        .filter(([, name = '']) => !OUTSIDE.test(name))
        // The number of a pedimento has two spaces, which a cadena never has.
        .map(([, , value = '']) => unescaped(value).replaceAll('  ', ' '))
      assert.match(cadena, /^\|\|4\.0\|.*\|\|$/)
      assert.deepEqual(cadena.slice(2, -2).split('|').toSorted(), values.toSorted())
      const key = new X509Certificate(Buffer.from(sealed.Certificado, 'base64')).publicKey
      const seal = Buffer.from(sealed.Sello, 'base64')
      assert.ok(verify('RSA-SHA256', Buffer.from(cadena), key, seal))
      assert.ok(!verify('RSA-SHA256', Buffer.from(`${cadena} `), key, seal))
    }),
    { numRuns: RUNS },
  )
})

function unescaped(value: string): string {
  return value
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

test('a CFDI that is written and read again is the same, with the same cadena', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const sealed = sealComprobante(checked(composed(draft)), csd)
      const read = readCfdi(Buffer.from(cfdiXml(sealed)))
      assert.ok(read.ok)
      assert.deepEqual(read.value, {
        version: '4.0',
        comprobante: withoutAbsent(sealed),
        cadena: cadenaOriginal(sealed),
        unknown: [],
      })
    }),
    { numRuns: RUNS },
  )
})

/** Without what is undefined, at any depth. */
function withoutAbsent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

const UUID = '0aa8ea28-8f54-4b2c-9f5c-4a1b2f6c0001'
const RATE = '18.5'

/** An invoice paid in so many parts, in its currency or in pesos. */
function paymentsOf(
  invoice: UnsealedComprobante,
  parts: number,
  MonedaP: string,
): readonly Pagos[] {
  const decimals = DECIMALS[invoice.Moneda] ?? 2
  const unit = 10n ** BigInt(18 - decimals)
  const paid = paidInvoice(UUID, { ...invoice, Sello: 'A', NoCertificado: 'A', Certificado: 'A' })
  let left = exact(invoice.Total)
  return Array.from({ length: parts }, (_, index) => {
    const isLast = index === parts - 1
    const amount = isLast ? left : nearest(left / BigInt(parts - index) + unit, decimals)
    const ImpSaldoAnt = textOf(left, decimals)
    left -= amount
    const pago: PagoDraft = {
      FechaPago: '2026-03-01T12:00:00',
      FormaDePagoP: '03',
      MonedaP,
      ...(MonedaP === 'MXN' ? {} : { TipoCambioP: RATE }),
      documentos: [
        {
          invoice: paid,
          NumParcialidad: index + 1,
          ImpSaldoAnt,
          ImpPagado: textOf(amount, decimals),
          ...(MonedaP === invoice.Moneda
            ? {}
            : { importeP: textOf(nearest((amount * 185n) / 10n, 2), 2) }),
        },
      ],
    }
    return composePagos([pago], (moneda) => DECIMALS[moneda] ?? 2)
  })
}

/** Pesos for a unit of what tests pay in, in 10^-18. */
const PESOS: Readonly<Record<string, bigint>> = {
  MXN: 10n ** 18n,
  USD: 185n * 10n ** 17n,
  JPY: 12n * 10n ** 16n,
  KWD: 60n * 10n ** 18n,
}

test('one payment of several invoices in several currencies keeps the rules, whatever it is made in', () => {
  const invoices = fc.array(anyDraft, { minLength: 1, maxLength: 3 })
  const currency = fc.constantFrom('MXN', 'USD', 'KWD')
  fc.assert(
    fc.property(invoices, currency, fc.integer({ min: 1, max: 3 }), (drafts, MonedaP, parts) => {
      const paid = drafts.map((draft) => composed({ ...draft, TipoDeComprobante: 'I' }))
      fc.pre(paid.every(({ Total }) => exact(Total) > 10n ** 21n))
      const documentos = paid.map((invoice) => {
        const decimals = DECIMALS[invoice.Moneda] ?? 2
        const amount = nearest(exact(invoice.Total) / BigInt(parts), decimals)
        const inP = (amount * (PESOS[invoice.Moneda] ?? 1n)) / (PESOS[MonedaP] ?? 1n)
        return {
          invoice: paidInvoice(UUID, {
            ...invoice,
            Sello: 'A',
            NoCertificado: 'A',
            Certificado: 'A',
          }),
          NumParcialidad: 1,
          ImpSaldoAnt: invoice.Total,
          ImpPagado: textOf(amount, decimals),
          importeP: textOf(nearest(inP, DECIMALS[MonedaP] ?? 2), DECIMALS[MonedaP] ?? 2),
        }
      })
      const pago = {
        FechaPago: '2026-03-01T12:00:00',
        FormaDePagoP: '03',
        MonedaP,
        TipoCambioP: RATE,
        documentos: documentos.map((one) =>
          one.invoice.Moneda === MonedaP ? { ...one, importeP: one.ImpPagado } : one,
        ),
      }
      checked(paymentDocument(composePagos([pago, pago], (moneda) => DECIMALS[moneda] ?? 2)))
    }),
    { numRuns: RUNS },
  )
})

function textOf(value: bigint, decimals: number): string {
  const digits = (value / 10n ** BigInt(18 - decimals)).toString().padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function paymentDocument(pagos: Pagos): UnsealedComprobante {
  const Receptor = { ...CUSTOMER, UsoCFDI: 'CP01' }
  return composeComprobante({ ...HEAD, ...PAYMENT_DOCUMENT, Receptor, pagos }, 0)
}

test('any invoice paid in any parts, in its currency or in pesos: each payment keeps the rules, and their taxes are the invoice’s', () => {
  fc.assert(
    fc.property(anyDraft, fc.integer({ min: 1, max: 4 }), fc.boolean(), (draft, parts, inPesos) => {
      const invoice = composed({ ...draft, TipoDeComprobante: 'I' })
      fc.pre(exact(invoice.Total) > 10n ** 19n)
      const pagos = paymentsOf(invoice, parts, inPesos ? 'MXN' : invoice.Moneda)
      for (const one of pagos) {
        const sealed = sealComprobante(checked(paymentDocument(one)), csd)
        const read = readCfdi(Buffer.from(cfdiXml(sealed)))
        assert.ok(read.ok)
        assert.deepEqual(read.value.comprobante, withoutAbsent(sealed))
        assert.equal(read.value.cadena, cadenaOriginal(sealed))
      }
      const paid = pagos.flatMap(({ Pago }) => Pago.flatMap((one) => one.DoctoRelacionado))
      assert.equal(exact(paid.at(-1)?.ImpSaldoInsoluto ?? '1'), 0n)
      const taxes = paid.flatMap(({ ImpuestosDR }) => ImpuestosDR?.TrasladosDR ?? [])
      const lines = invoice.Conceptos.flatMap(({ Impuestos }) => Impuestos?.Traslados ?? [])
      assert.equal(sum(taxes.map(({ BaseDR }) => BaseDR)), sum(lines.map(({ Base }) => Base)))
    }),
    { numRuns: RUNS },
  )
})
