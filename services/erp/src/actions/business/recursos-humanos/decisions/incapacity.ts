import type { ErrorEntry } from '../../../../errors.ts'
import {
  CERTIFIED_DAYS,
  CONTINUES_ANOTHER,
  FOLLOWS_NOTHING,
  RELAPSE_OF_NOTHING,
} from '../../../../messages/absences.ts'
import { dayAfter } from './calendar.ts'
import { wrong } from './wrong.ts'

/** What a certificate says. */
export interface Certificate {
  readonly number: string
  readonly tipo: string
  readonly clase: 'inicial' | 'subsecuente' | 'recaida'
  readonly from: string
  readonly days: number
}

/** A certificate of before that counts. */
export interface Earlier {
  readonly id: string
  readonly folio: string
  readonly tipo: string
  readonly clase: string
  readonly fecha_inicio: string
  readonly fecha_fin: string
  readonly dias: number
}

/** The most that a certificate is for: that of maternity, 84 days; 140 where a child is born before its time or ill. */
const MOST_DAYS = 140

/**
 * A following certificate continues one of the same kind without a gap; a first one continues none; a relapse needs one
 * of before.
 */
export function incapacityProblems(
  certificate: Certificate,
  earlier: readonly Earlier[],
): readonly ErrorEntry[] {
  const { number, clase, from, tipo, days } = certificate
  const before = precedingOf(certificate, earlier)
  if (days < 1 || days > MOST_DAYS) return [wrong('dias', CERTIFIED_DAYS({ most: MOST_DAYS }))]
  switch (clase) {
    case 'subsecuente':
      return before === undefined
        ? [wrong('fecha_inicio', FOLLOWS_NOTHING({ number, day: from }))]
        : []
    case 'inicial':
      return before === undefined
        ? []
        : [wrong('clase', CONTINUES_ANOTHER({ folio: before.folio, day: from }))]
    case 'recaida':
      return earlier.some((other) => other.tipo === tipo && other.fecha_fin < from)
        ? []
        : [wrong('clase', RELAPSE_OF_NOTHING({ number }))]
  }
}

function precedingOf(
  { tipo, from }: Pick<Certificate, 'tipo' | 'from'>,
  earlier: readonly Earlier[],
): Earlier | undefined {
  const eve = dayAfter(from, -1)
  return earlier.find((other) => other.tipo === tipo && other.fecha_fin === eve)
}

/**
 * How many of its days the IMSS does not pay: those before `firstPaid` of the incapacity as a whole, of which a following
 * certificate is a part.
 * @source Ley del Seguro Social, artículo 96
 */
export function unpaidDays(
  certificate: Certificate,
  earlier: readonly Earlier[],
  firstPaid: number,
): number {
  const gone = certificate.clase === 'subsecuente' ? daysBefore(certificate, earlier) : 0
  return Math.min(certificate.days, Math.max(firstPaid - 1 - gone, 0))
}

/** The days of the certificates that this one continues, each without a gap. */
function daysBefore(
  { tipo, from }: Pick<Certificate, 'tipo' | 'from'>,
  earlier: readonly Earlier[],
): number {
  const before = precedingOf({ tipo, from }, earlier)
  if (before === undefined) return 0
  return before.dias + daysBefore({ tipo, from: before.fecha_inicio }, earlier)
}
