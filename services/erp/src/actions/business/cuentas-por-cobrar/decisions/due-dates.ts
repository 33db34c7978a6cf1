import {
  dividedBy,
  decimal,
  rounded,
  sumOfDecimals,
  times,
  decimalText,
} from '../../../../fiscal/decimal.ts'
import { amountText, cents } from '../../cents.ts'
import type { DuePart, TermPart, Terms } from '../store/receivable-store.ts'

export interface DueDates {
  /** The day of the last part. */
  readonly vencimiento: string
  /** None where it falls due at once. */
  readonly partes: readonly DuePart[]
}

/** When an amount falls due that was invoiced on a day. What rounding leaves over is in the last part. */
export function dueDates(
  { dias, es_contado: isCash, partes }: Terms,
  facts: {
    readonly fecha: string
    readonly entrega: string | null
    readonly total: string
    readonly decimals: number
  },
): DueDates {
  if (isCash || partes.length === 0)
    return { vencimiento: isCash ? facts.fecha : dayAfter(facts.fecha, dias), partes: [] }
  const whole = sumOfDecimals(partes.map(({ porcentaje }) => decimal(porcentaje)))
  let left = cents(facts.total)
  const found = partes.map((part, index) => {
    const share = dividedBy(
      times(decimal(facts.total), decimal(part.porcentaje)),
      whole,
      SHARE_SCALE,
    )
    const isLast = index === partes.length - 1
    const importe = isLast ? left : cents(decimalText(rounded(share, facts.decimals)))
    left -= importe
    return {
      numero: part.numero,
      vencimiento: dayAfter(baseOf(part, facts), part.dias),
      importe: amountText(importe),
    }
  })
  const vencimiento =
    found
      .map((part) => part.vencimiento)
      .toSorted()
      .at(-1) ?? facts.fecha
  return { vencimiento, partes: found }
}

const SHARE_SCALE = 6

function baseOf(
  { base }: TermPart,
  { fecha, entrega }: { readonly fecha: string; readonly entrega: string | null },
): string {
  switch (base) {
    case 'fecha_factura':
      return fecha
    case 'fecha_entrega':
      return entrega ?? fecha
    case 'fin_mes': {
      const [year = 0, month = 1] = fecha.split('-').map(Number)
      return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
    }
  }
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

const DAY_MS = 24 * 60 * 60_000
