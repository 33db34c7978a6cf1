import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { composeComprobante } from '../../src/fiscal/cfdi/compose/compose.ts'
import { checkComprobante } from '../../src/fiscal/cfdi/rules/check.ts'
import { decimal, decimalText, times } from '../../src/fiscal/decimal.ts'
import { roundedTogether } from '../../src/fiscal/tax-rounding.ts'
import { readCfdiCatalogs } from '../../src/pac/catalog-files.ts'
import { CATALOG_DIR } from '../../src/store/catalogs/catalog-store.ts'
import { HEAD } from './any-cfdi.ts'

const RUNS = Number(process.env['CFDI_RUNS'] ?? 60)

const catalogs = await readCfdiCatalogs(CATALOG_DIR)

const CURRENCIES = { MXN: 2, JPY: 0 } as const
const RATES = ['0.160000', '0.080000', '0.265000', '0.530000'] as const

/** Lines of a document by their bases, in units of the currency's last decimal, and the rate of their tax. */
const anyBases = fc.array(fc.integer({ min: 1, max: 9_999_999 }), { minLength: 1, maxLength: 300 })
const smallBases = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 300 })

const anyDocument = fc.record({
  Moneda: fc.constantFrom('MXN' as const, 'JPY' as const),
  rate: fc.constantFrom(...RATES),
  bases: fc.oneof(anyBases, smallBases),
})

/** In units of 10^-6 of the currency's last decimal, by nothing of the service's own. */
function exactOf(bases: readonly number[], rate: string): bigint {
  const sum = bases.reduce((all, base) => all + BigInt(base), 0n)
  return sum * BigInt(rate.replace('.', ''))
}

const MILLION = 1_000_000n

function isHalfAtMost(sum: bigint, exact: bigint): boolean {
  const difference = sum * MILLION - exact
  return (difference < 0n ? -difference : difference) * 2n <= MILLION
}

test('taxes of any lines come to that of their sum, to half a cent, in a CFDI that the SAT takes', () => {
  fc.assert(
    fc.property(anyDocument, ({ Moneda, rate, bases }) => {
      const decimals = CURRENCIES[Moneda]
      const texts = bases.map((base) => decimalText({ units: BigInt(base), scale: decimals }))
      const exact = texts.map((base) => ({ exact: times(decimal(base), decimal(rate)) }))
      const taxes = roundedTogether(exact, decimals)
      const sum = taxes.reduce((all, { units }) => all + units, 0n)
      assert.ok(isHalfAtMost(sum, exactOf(bases, rate)), `${sum}`)
      const Impuesto = rate === '0.265000' || rate === '0.530000' ? '003' : '002'
      const draft = {
        ...HEAD,
        TipoDeComprobante: 'I',
        FormaPago: '99',
        MetodoPago: 'PPD',
        Moneda,
        ...(Moneda === 'JPY' ? { TipoCambio: '0.12' } : {}),
        Conceptos: texts.map((base, i) => ({
          ClaveProdServ: '31161500',
          Cantidad: '1',
          ClaveUnidad: 'H87',
          Descripcion: 'Tornillo',
          ValorUnitario: base,
          Importe: base,
          ObjetoImp: '02',
          Impuestos: {
            Traslados: [
              {
                Base: base,
                Impuesto,
                TipoFactor: 'Tasa',
                TasaOCuota: rate,
                Importe: decimalText(taxes[i] ?? { units: 0n, scale: 0 }),
              },
            ],
          },
        })),
      } as const
      const checked = checkComprobante(composeComprobante(draft, decimals), catalogs)
      if (!checked.ok) assert.deepEqual(checked.error, [])
    }),
    { numRuns: RUNS },
  )
})

test('taxes that were rounded up or down by anybody are moved by one at most, and no more than need be', () => {
  const anyKept = fc.record({
    rate: fc.constantFrom(...RATES),
    lines: fc.array(fc.tuple(fc.oneof(fc.integer({ min: 1, max: 99 }), fc.nat()), fc.boolean()), {
      maxLength: 60,
    }),
  })
  fc.assert(
    fc.property(anyKept, ({ rate, lines }) => {
      const units = BigInt(rate.replace('.', ''))
      const kept = lines.map(([base, isUp]) => {
        const exact = BigInt(base) * units
        return exact / MILLION + (isUp && exact % MILLION > 0n ? 1n : 0n)
      })
      const taxes = roundedTogether(
        lines.map(([base], i) => ({
          exact: { units: BigInt(base) * units, scale: 8 },
          kept: { units: kept[i] ?? 0n, scale: 2 },
        })),
        2,
      )
      const sum = taxes.reduce((all, one) => all + one.units, 0n)
      const exact = exactOf(
        lines.map(([base]) => base),
        rate,
      )
      assert.ok(isHalfAtMost(sum, exact))
      const moves = taxes.map((one, i) => one.units - (kept[i] ?? 0n))
      const all = moves.reduce((a, b) => a + b, 0n)
      assert.ok(moves.every((move) => move === 0n || move === (all < 0n ? -1n : 1n)))
      for (const [i, { units: amount }] of taxes.entries()) {
        const due = BigInt(lines[i]?.[0] ?? 0) * units
        const isUpOrDown = amount === due / MILLION || (amount - 1n) * MILLION < due
        assert.ok(isUpOrDown && amount * MILLION > due - MILLION)
      }
    }),
    { numRuns: RUNS },
  )
})
