import {
  compare,
  decimal,
  decimalText,
  minus,
  plus,
  rounded,
  times,
  ZERO,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import {
  LAW_FIRST_LIMIT,
  LAW_FIXED_FEE,
  LAW_LAST_LIMIT,
  LAW_NEXT_LIMIT,
  LAW_NOT_ABOVE_ZERO,
  LAW_NOT_ASCENDING,
  LAW_ONE_ROW,
  LAW_UMA_DAY,
  LAW_UNIT,
  LAW_YEAR_BETWEEN,
} from '../../../../messages/law-tables.ts'
import type { Message } from '../../../../messages/message.ts'
import type { LawRows, OldAgeRow, TariffLine } from '../store/law-rows.ts'
import { fractions, validity } from './check-validity.ts'
import { MONTHLY, yearOf } from './law-on-day.ts'
import { EXEMPTION_UNITS } from './law-rules.ts'

type Check = (rows: LawRows) => readonly Message[]

/** Half a cent of the daily tariff, as often as a fortnight has days, for fee and limit alike. */
const FEE_TOLERANCE = decimal('0.20')
const CENT = decimal('0.01')
/** When each indicator's value of a year begins. */
const FIRST_DAYS: Readonly<Record<string, string>> = { UMA: '02-01', UMI: '01-01' }

/** THE list of the law's tables that a command loads, with what each must be, in the order in which they refer to each other. */
export const LAW_CHECKS: Readonly<Record<string, Check>> = {
  ValorIndicador: indicators,
  SalarioMinimo: wages,
  ZonaSalarialMunicipio: ({ municipalities }) =>
    validity('ZonaSalarialMunicipio', municipalities, ({ municipio }) => municipio),
  TarifaIsr: tariffs,
  RenglonTarifaIsr: tariffs,
  SubsidioEmpleo: subsidies,
  CuotaImss: ({ quotas }) =>
    quotas.flatMap(({ ejercicio, patron, ramo, trabajador }) =>
      fractions(`CuotaImss ${ramo} ${ejercicio}`, [patron, trabajador]),
    ),
  CuotaCesantia: oldAge,
  VacacionLft: vacations,
  DiaFestivo: () => [],
  ReglaExencionPercepcion: exemptions,
  ReglaIntegracionPercepcion: integrations,
  ImpuestoNominaEstatal: ({ stateTaxes }) =>
    stateTaxes.flatMap(({ ejercicio, estado, tasa }) =>
      fractions(`ImpuestoNominaEstatal ${estado} ${ejercicio}`, [tasa]),
    ),
}

/** What is wrong with these of the law's tables, of all years. */
export function checkLaw(rows: LawRows, models: readonly string[]): readonly Message[] {
  const checks = new Set(models.flatMap((model) => LAW_CHECKS[model] ?? []))
  return [...checks].flatMap((check) => check(rows))
}

function indicators({ indicators: values }: LawRows): readonly Message[] {
  return Object.entries(FIRST_DAYS).flatMap(([about, first]) => {
    const own = values.filter(({ indicador }) => indicador === about)
    return own.flatMap(({ fecha, valor }, index) => {
      const year = yearOf(fecha)
      const before = own[index - 1]
      const isNext = before === undefined || yearOf(before.fecha) === year - 1
      return [
        ...(fecha.slice(5) === first ? [] : [LAW_UMA_DAY({ about, day: fecha })]),
        ...(isNext ? [] : [LAW_YEAR_BETWEEN({ about, year: year - 1 })]),
        ...aboveZero(`${about} ${fecha}`, valor),
      ]
    })
  })
}

function wages({ wages: rows }: LawRows): readonly Message[] {
  return [
    ...rows.flatMap(({ desde, importe, zona }) =>
      aboveZero(`SalarioMinimo ${zona} ${desde}`, importe),
    ),
    ...validity('SalarioMinimo', rows, ({ zona }) => zona),
  ]
}

function aboveZero(about: string, amount: string | null): readonly Message[] {
  if (amount !== null && compare(decimal(amount), ZERO) > 0) return []
  return [LAW_NOT_ABOVE_ZERO({ about, amount: amount ?? '0' })]
}

function tariffs({ tariffs: tables }: LawRows): readonly Message[] {
  return tables.flatMap(({ ejercicio, periodicidad, renglones }) =>
    tariff(`TarifaIsr ${ejercicio}|${periodicidad}`, renglones),
  )
}

function tariff(about: string, lines: readonly TariffLine[]): readonly Message[] {
  const [first] = lines
  const last = lines.at(-1)
  if (first === undefined || last === undefined) return [LAW_ONE_ROW({ about, count: 0 })]
  const problems = fractions(
    about,
    lines.map(({ tasa }) => tasa),
  ).concat(lines.slice(1).flatMap((line, index) => behind(about, lines[index] ?? first, line)))
  if (compare(decimal(first.inferior), CENT) !== 0) {
    problems.push(LAW_FIRST_LIMIT({ about, found: first.inferior, wanted: '0.01' }))
  }
  if (last.superior !== null) problems.push(LAW_LAST_LIMIT({ about, end: last.superior }))
  return problems
}

/** What is wrong with a row of a tariff behind another. */
function behind(about: string, before: TariffLine, line: TariffLine): readonly Message[] {
  const problems: Message[] = []
  const next = line.inferior
  if (before.superior === null || !isCentAbove(next, before.superior)) {
    problems.push(LAW_NEXT_LIMIT({ about, end: before.superior ?? '—', next }))
  }
  if (compare(amount(line.tasa), amount(before.tasa)) <= 0) {
    const [found, above] = [line.tasa ?? '0', before.tasa ?? '0']
    problems.push(LAW_NOT_ASCENDING({ about, found, before: above }))
  }
  const width = minus(decimal(next), decimal(before.inferior))
  const wanted = plus(amount(before.cuota), times(width, amount(before.tasa)))
  if (compare(distance(wanted, amount(line.cuota)), FEE_TOLERANCE) > 0) {
    const found = line.cuota ?? '0'
    problems.push(
      LAW_FIXED_FEE({ about: `${about} ${next}`, found, wanted: decimalText(rounded(wanted, 2)) }),
    )
  }
  return problems
}

function subsidies({ subsidies: rows }: LawRows): readonly Message[] {
  const monthly = rows.filter(({ periodicidad }) => periodicidad === MONTHLY)
  const years = Map.groupBy(monthly, ({ ejercicio }) => `SubsidioEmpleo ${ejercicio}`)
  return [...years].flatMap(([about, own]) => [
    ...(own.length === 1 ? [] : [LAW_ONE_ROW({ about, count: own.length })]),
    ...own.flatMap(({ parte, parte_enero: january, tope }) => [
      ...fractions(about, [parte, january]),
      ...aboveZero(about, tope),
    ]),
  ])
}

function oldAge({ oldAge: rows }: LawRows): readonly Message[] {
  const years = Map.groupBy(rows, ({ ejercicio }) => `CuotaCesantia ${ejercicio}`)
  return [...years].flatMap(([about, own]) => {
    const [minimum, ranges] = [own.filter(isOfMinimum), own.filter((row) => !isOfMinimum(row))]
    const last = ranges.at(-1)
    return [
      ...(minimum.length === 1 ? [] : [LAW_ONE_ROW({ about, count: minimum.length })]),
      ...fractions(
        about,
        own.map(({ patron }) => patron),
      ),
      ...ranges.slice(1).flatMap(({ desde_uma: next }, index) => {
        const end = ranges[index]?.hasta_uma ?? null
        if (end !== null && isCentAbove(next, end)) return []
        return [LAW_NEXT_LIMIT({ about, end: end ?? '—', next })]
      }),
      ...(last === undefined || last.hasta_uma === null
        ? []
        : [LAW_LAST_LIMIT({ about, end: last.hasta_uma })]),
    ]
  })
}

function isOfMinimum({ de_salario_minimo: isMinimum }: OldAgeRow): boolean {
  return isMinimum
}

function vacations({ vacations: rows }: LawRows): readonly Message[] {
  const laws = Map.groupBy(rows, ({ desde }) => `VacacionLft ${desde}`)
  return [...laws].flatMap(([about, own]) => [
    ...fractions(
      about,
      own.map(({ prima }) => prima),
    ),
    ...own.flatMap(({ anio, dias }, index) => {
      const before = own[index - 1]?.dias ?? 0
      return [
        ...(anio === index + 1 ? [] : [LAW_YEAR_BETWEEN({ about, year: index + 1 })]),
        ...((dias ?? 0) >= before
          ? []
          : [LAW_NOT_ASCENDING({ about, found: `${dias ?? 0}`, before: `${before}` })]),
      ]
    }),
  ])
}

function exemptions({ exemptions: rows }: LawRows): readonly Message[] {
  const known = [...EXEMPTION_UNITS.keys()]
  return [
    ...rows.flatMap(({ tipo, tope, unidad }) => {
      const about = `ReglaExencionPercepcion ${tipo} ${unidad}`
      if (!EXEMPTION_UNITS.has(unidad)) return [LAW_UNIT({ about, unit: unidad, known })]
      if (unidad === 'TODO') return []
      return unidad === 'PARTE' ? fractions(about, [tope]) : aboveZero(about, tope)
    }),
    ...validity('ReglaExencionPercepcion', rows, ({ tipo, unidad }) => `${tipo} ${unidad}`),
  ]
}

function integrations({ integrations: rows }: LawRows): readonly Message[] {
  const known = ['SBC', 'UMA']
  return [
    ...rows.flatMap(({ tipo, tope, unidad }) => {
      const about = `ReglaIntegracionPercepcion ${tipo}`
      const isKnown = tope === null || known.includes(unidad ?? '')
      return [
        ...fractions(about, [tope]),
        ...(isKnown ? [] : [LAW_UNIT({ about, unit: unidad ?? '—', known })]),
      ]
    }),
    ...validity('ReglaIntegracionPercepcion', rows, ({ tipo }) => tipo),
  ]
}

function amount(text: string | null): Decimal {
  return text === null ? ZERO : decimal(text)
}

function isCentAbove(text: string, below: string): boolean {
  return compare(minus(decimal(text), decimal(below)), CENT) === 0
}

function distance(a: Decimal, b: Decimal): Decimal {
  const difference = minus(a, b)
  return compare(difference, ZERO) < 0 ? minus(b, a) : difference
}
