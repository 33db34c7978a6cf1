import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { decimal, rounded, times, ZERO, type Decimal } from '../../../../fiscal/decimal.ts'
import type { LawRows, OldAgeRow, QuotaRow, TariffTable } from '../store/law-rows.ts'
import type { Found, MissingTable } from './law-found.ts'
import { exemptionsOn, integrationsOn } from './law-rules.ts'
import type {
  ImssBranch,
  ImssQuota,
  LawTables,
  OldAgeRange,
  Tariff,
  TariffPeriod,
  Unit,
  VacationYear,
} from './law-tables.ts'

/** Key of PeriodicidadPago of each tariff; the annual one has none there, so it is that of another period. */
const TARIFF_KEYS: Readonly<Record<TariffPeriod, string>> = {
  daily: '01',
  weekly: '02',
  tenDay: '10',
  fortnightly: '04',
  monthly: '05',
  annual: '99',
}
const PERIODS = ['daily', 'weekly', 'tenDay', 'fortnightly', 'monthly', 'annual'] as const
export const BRANCHES = ['EMF', 'EME', 'PD', 'GMP', 'IV', 'GPS', 'RET', 'CEAV', 'INF'] as const
export const MONTHLY = '05'

const DAYS_A_MONTH = decimal('30.4')
const MONTHS = decimal('12')
const CENTS = 2

/**
 * What the law lays down on a day, by the catalogs; else every table that says nothing of the day. What the law lays
 * down anew each year is never taken from an earlier one: the UMA from the first of February, all else from January on.
 */
export function lawOnDay(rows: LawRows, day: string): Result<LawTables, readonly MissingTable[]> {
  const found = together({
    uma: unitOf(rows, { key: 'UMA', day, since: umaSince(day) }),
    umi: unitOf(rows, { key: 'UMI', day, since: newYear(day) }),
    minimumWages: wagesOn(rows, day),
    tariffs: tariffsOn(rows, day),
    subsidy: subsidyOn(rows, day),
    quotas: quotasOn(rows, day),
    oldAge: oldAgeOn(rows, day),
    vacations: vacationsOn(rows, day),
    exemptions: exemptionsOn(rows, day),
    integrations: integrationsOn(rows, day),
    stateTaxes: stateTaxesOn(rows, day),
    holidays: holidaysOn(rows, day),
  })
  return found.ok ? ok({ day, ...found.value }) : found
}

export function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}

export function newYear(day: string): string {
  return `${day.slice(0, 4)}-01-01`
}

/** The first day of the UMA that holds on a day. */
function umaSince(day: string): string {
  const year = yearOf(day)
  return day.slice(5) >= '02-01' ? `${year}-02-01` : `${year - 1}-02-01`
}

type Values<P> = { [K in keyof P]: P[K] extends Found<infer T> ? T : never }

function together<P extends Readonly<Record<string, Found<unknown>>>>(
  parts: P,
): Result<Values<P>, readonly MissingTable[]> {
  const entries = Object.entries(parts)
  const missing = entries.flatMap(([, part]) => (part.ok ? [] : [part.error]))
  if (missing.length > 0) return fail(missing)
  const values = entries.map(([name, part]) => [name, part.ok ? part.value : undefined])
  // Each part was found, so each name has the value of its own part.
  return ok(Object.fromEntries(values) as Values<P>)
}

function unitOf(
  { indicators }: LawRows,
  { key, day, since }: { readonly key: string; readonly day: string; readonly since: string },
): Found<Unit> {
  const row = indicators.findLast(
    ({ indicador, fecha }) => indicador === key && fecha >= since && fecha <= day,
  )
  if (row === undefined) return fail({ model: 'ValorIndicador', keys: [key], since })
  const daily = rounded(decimal(row.valor), CENTS)
  const monthly = rounded(times(daily, DAYS_A_MONTH), CENTS)
  return ok({ daily, monthly, annual: rounded(times(monthly, MONTHS), CENTS) })
}

function wagesOn({ wages, zones }: LawRows, day: string): Found<LawTables['minimumWages']> {
  const since = newYear(day)
  const found = new Map<string, Decimal>()
  for (const { zona, importe, desde, hasta } of wages) {
    const holds =
      desde !== null && desde >= since && desde <= day && (hasta === null || hasta >= day)
    if (holds && importe !== null) found.set(zona, decimal(importe))
  }
  const keys = zones.filter((zone) => !found.has(zone))
  if (keys.length > 0 || found.size === 0) return fail({ model: 'SalarioMinimo', keys, since })
  return ok(found)
}

function tariffsOn({ tariffs }: LawRows, day: string): Found<LawTables['tariffs']> {
  const ofYear = tariffs.filter(({ ejercicio }) => ejercicio === yearOf(day))
  const found = new Map<string, Tariff>()
  for (const period of PERIODS) {
    const table = ofYear.find(({ periodicidad }) => periodicidad === TARIFF_KEYS[period])
    if (table !== undefined && table.renglones.length > 0) found.set(period, tariffOf(table))
  }
  const keys = PERIODS.filter((period) => !found.has(period))
  if (keys.length > 0) return fail({ model: 'TarifaIsr', keys, since: newYear(day) })
  // Every period has one, as was just seen.
  return ok(Object.fromEntries(found) as Record<TariffPeriod, Tariff>)
}

function tariffOf({ ejercicio, fundamento, renglones }: TariffTable): Tariff {
  return {
    law: fundamento ?? `TarifaIsr ${ejercicio}`,
    rows: renglones.map(({ inferior, cuota, tasa }) => ({
      lowerLimit: decimal(inferior),
      fixedFee: amountOf(cuota),
      rate: amountOf(tasa),
    })),
  }
}

function subsidyOn({ subsidies }: LawRows, day: string): Found<LawTables['subsidy']> {
  const row = subsidies.findLast(
    ({ ejercicio, periodicidad }) => ejercicio === yearOf(day) && periodicidad === MONTHLY,
  )
  const january = day.slice(5, 7) === '01' ? row?.parte_enero : null
  const share = january ?? row?.parte
  if (row === undefined || share === undefined || share === null) {
    return fail({ model: 'SubsidioEmpleo', keys: [], since: newYear(day) })
  }
  const law = row.fundamento ?? `SubsidioEmpleo ${row.ejercicio}`
  return ok({ monthlyLimit: decimal(row.tope), umaShare: decimal(share), law })
}

function quotasOn({ quotas }: LawRows, day: string): Found<LawTables['quotas']> {
  const ofYear = quotas.filter(({ ejercicio }) => ejercicio === yearOf(day))
  const found = new Map(ofYear.map((row) => [row.ramo, quotaOf(row)]))
  const keys = BRANCHES.filter((branch) => !found.has(branch))
  if (keys.length > 0) return fail({ model: 'CuotaImss', keys, since: newYear(day) })
  // Every branch has one, as was just seen.
  return ok(Object.fromEntries(found) as Record<ImssBranch, ImssQuota>)
}

function quotaOf({ ejercicio, fundamento, patron, ramo, tope, trabajador }: QuotaRow): ImssQuota {
  return {
    employerRate: amountOf(patron),
    workerRate: amountOf(trabajador),
    limitUma: tope === null ? null : decimal(tope),
    law: fundamento ?? `CuotaImss ${ramo} ${ejercicio}`,
  }
}

function oldAgeOn({ oldAge }: LawRows, day: string): Found<readonly OldAgeRange[]> {
  const ranges = oldAge.filter(({ ejercicio }) => ejercicio === yearOf(day))
  const isWhole = ranges[0]?.de_salario_minimo === true && ranges.at(-1)?.hasta_uma === null
  if (!isWhole) return fail({ model: 'CuotaCesantia', keys: [], since: newYear(day) })
  return ok(ranges.map((row) => ({ upTo: endOf(row), employerRate: amountOf(row.patron) })))
}

function endOf({ de_salario_minimo: isMinimum, hasta_uma: last }: OldAgeRow): OldAgeRange['upTo'] {
  if (isMinimum) return { kind: 'minimumWage' }
  return last === null ? null : { kind: 'uma', times: decimal(last) }
}

function vacationsOn({ vacations }: LawRows, day: string): Found<readonly VacationYear[]> {
  const latest = vacations.findLast(({ desde }) => desde <= day)?.desde
  const years = vacations.filter(({ desde, dias }) => desde === latest && dias !== null)
  if (years.length === 0) return fail({ model: 'VacacionLft', keys: [], since: newYear(day) })
  return ok(
    years.map(({ anio, dias, prima }) => ({
      year: anio,
      days: dias ?? 0,
      premiumRate: amountOf(prima),
    })),
  )
}

function stateTaxesOn({ stateTaxes }: LawRows, day: string): Found<LawTables['stateTaxes']> {
  const ofYear = stateTaxes.filter(
    ({ ejercicio, tasa }) => ejercicio === yearOf(day) && tasa !== null,
  )
  if (ofYear.length === 0) {
    return fail({ model: 'ImpuestoNominaEstatal', keys: [], since: newYear(day) })
  }
  return ok(
    new Map(
      ofYear.map(({ ejercicio, estado, tasa, base_exenta: exempt, ley }) => [
        estado,
        {
          rate: amountOf(tasa),
          exemptBase: amountOf(exempt),
          law: ley ?? `ImpuestoNominaEstatal ${estado} ${ejercicio}`,
        },
      ]),
    ),
  )
}

function holidaysOn({ holidays }: LawRows, day: string): Found<LawTables['holidays']> {
  const ofYear = holidays.filter(({ fecha }) => yearOf(fecha) === yearOf(day))
  if (ofYear.length === 0) return fail({ model: 'DiaFestivo', keys: [], since: newYear(day) })
  return ok(ofYear.map(({ fecha, nombre }) => ({ day: fecha, name: nombre })))
}

function amountOf(text: string | null): Decimal {
  return text === null ? ZERO : decimal(text)
}
