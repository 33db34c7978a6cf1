import type { Language } from '@oficina/words/language.ts'

import { decimalText, type Decimal } from '../../../../fiscal/decimal.ts'
import { partWord } from '../../../../messages/law-tables.ts'
import { BRANCHES } from './law-on-day.ts'
import type { ExemptionUnit, LawTables, OldAgeRange, Unit } from './law-tables.ts'

/** One figure of the law, as a report tells it. */
export interface LawLine {
  /** The model of its catalog. */
  readonly tabla: string
  readonly concepto: string
  /** What it begins at, or ends at; decimal text. */
  readonly limite: string | null
  readonly importe: string | null
  /** A fraction: `0.0192`. */
  readonly tasa: string | null
  readonly fundamento: string | null
}

interface More {
  readonly limite?: Decimal | null
  readonly importe?: Decimal
  readonly tasa?: Decimal
  readonly fundamento?: string
}

/** All that the law lays down on a day, figure by figure, as a person looks it up. */
export function lawLines(law: LawTables, language: Language): readonly LawLine[] {
  const words = WORDS[language]
  return [
    ...unitLines('UMA', law.uma, language),
    ...unitLines('UMI', law.umi, language),
    ...[...law.minimumWages].map(([zone, importe]) => line('SalarioMinimo', zone, { importe })),
    ...tariffLines(law, language),
    line('SubsidioEmpleo', words.subsidy, {
      limite: law.subsidy.monthlyLimit,
      tasa: law.subsidy.umaShare,
      fundamento: law.subsidy.law,
    }),
    ...quotaLines(law, language),
    ...law.oldAge.map(({ upTo, employerRate }) =>
      line('CuotaCesantia', endWords(upTo, language), { tasa: employerRate }),
    ),
    ...law.vacations.map(({ days, premiumRate, year }) =>
      line('VacacionLft', words.year(year), { importe: whole(days), tasa: premiumRate }),
    ),
    ...[...law.exemptions].flatMap(([kind, rules]) =>
      rules.map(({ law: fundamento, limit, unit }) =>
        line('ReglaExencionPercepcion', `${kind}: ${words.units[unit]}`, {
          fundamento,
          ...(unit === 'SHARE' ? { tasa: limit } : { limite: unit === 'WHOLE' ? null : limit }),
        }),
      ),
    ),
    ...integrationLines(law, language),
    ...[...law.stateTaxes].map(([state, { exemptBase, law: fundamento, rate }]) =>
      line('ImpuestoNominaEstatal', state, { limite: exemptBase, tasa: rate, fundamento }),
    ),
    ...law.holidays.map(({ day, name }) => line('DiaFestivo', `${day} ${name}`)),
  ]
}

function line(tabla: string, concepto: string, more: More = {}): LawLine {
  const { fundamento = null, importe, limite, tasa } = more
  return {
    tabla,
    concepto,
    limite: textOf(limite),
    importe: textOf(importe),
    tasa: textOf(tasa),
    fundamento,
  }
}

function textOf(value: Decimal | null | undefined): string | null {
  return value === null || value === undefined ? null : decimalText(value)
}

function whole(value: number): Decimal {
  return { units: BigInt(value), scale: 0 }
}

function unitLines(name: string, unit: Unit, language: Language): readonly LawLine[] {
  const { annual, daily, monthly } = WORDS[language]
  const figure = (concepto: string, importe: Decimal) =>
    line('ValorIndicador', `${name} ${concepto}`, { importe })
  return [figure(daily, unit.daily), figure(monthly, unit.monthly), figure(annual, unit.annual)]
}

function tariffLines({ tariffs }: LawTables, language: Language): readonly LawLine[] {
  return Object.entries(tariffs).flatMap(([period, { law: fundamento, rows }]) =>
    rows.map(({ fixedFee, lowerLimit, rate }) =>
      line('TarifaIsr', partWord(period, language), {
        limite: lowerLimit,
        importe: fixedFee,
        tasa: rate,
        fundamento,
      }),
    ),
  )
}

function quotaLines({ quotas }: LawTables, language: Language): readonly LawLine[] {
  const { employer, worker } = WORDS[language]
  return BRANCHES.flatMap((branch) => {
    const { employerRate, law: fundamento, limitUma: limite, workerRate } = quotas[branch]
    return [
      line('CuotaImss', `${branch} ${employer}`, { limite, tasa: employerRate, fundamento }),
      line('CuotaImss', `${branch} ${worker}`, { limite, tasa: workerRate, fundamento }),
    ]
  })
}

function endWords(upTo: OldAgeRange['upTo'], language: Language): string {
  const words = WORDS[language]
  if (upTo === null) return words.above
  return upTo.kind === 'minimumWage' ? words.minimumWage : words.upToUma(decimalText(upTo.times))
}

function integrationLines({ integrations }: LawTables, language: Language): readonly LawLine[] {
  const words = WORDS[language]
  return [...integrations].map(([kind, { excluded, integrates, law: fundamento }]) => {
    const how = integrates ? words.integrates : words.apart
    const told = excluded === null ? how : words.beyond(excluded.unit)
    return line('ReglaIntegracionPercepcion', `${kind}: ${told}`, {
      fundamento,
      ...(excluded === null ? {} : { tasa: excluded.share }),
    })
  })
}

interface Words {
  readonly daily: string
  readonly monthly: string
  readonly annual: string
  readonly subsidy: string
  readonly employer: string
  readonly worker: string
  readonly minimumWage: string
  readonly above: string
  readonly integrates: string
  readonly apart: string
  readonly upToUma: (times: string) => string
  readonly year: (year: number) => string
  readonly beyond: (unit: string) => string
  readonly units: Readonly<Record<ExemptionUnit, string>>
}

const WORDS: Readonly<Record<Language, Words>> = {
  es: {
    daily: 'diaria',
    monthly: 'mensual',
    annual: 'anual',
    subsidy: 'parte de la UMA mensual, hasta un ingreso mensual',
    employer: 'del patrón',
    worker: 'del trabajador',
    minimumWage: 'un salario mínimo',
    above: 'más',
    integrates: 'integra',
    apart: 'no integra',
    upToUma: (times) => `hasta ${times} UMA`,
    year: (year) => `año ${year} de servicio`,
    beyond: (unit) => `integra lo que pasa de una parte de ${unit === 'SBC' ? 'su SBC' : 'la UMA'}`,
    units: {
      WHOLE: 'exento',
      SHARE: 'parte exenta',
      UMA_YEAR: 'UMA en el año',
      UMA_WEEK: 'UMA por semana',
      UMA_TIME: 'UMA cada vez',
      UMA_DAY: 'UMA por día',
      UMA_SERVICE: 'UMA por año de servicio',
      UMA_WELFARE: 'UMA anuales de previsión social',
    },
  },
  en: {
    daily: 'daily',
    monthly: 'monthly',
    annual: 'annual',
    subsidy: 'share of the monthly UMA, up to a monthly income',
    employer: 'of the employer',
    worker: 'of the worker',
    minimumWage: 'one minimum wage',
    above: 'above',
    integrates: 'integrates',
    apart: 'does not integrate',
    upToUma: (times) => `up to ${times} UMA`,
    year: (year) => `year ${year} of service`,
    beyond: (unit) =>
      `integrates what is above a share of ${unit === 'SBC' ? 'the SBC' : 'the UMA'}`,
    units: {
      WHOLE: 'exempt',
      SHARE: 'exempt share',
      UMA_YEAR: 'UMA in a year',
      UMA_WEEK: 'UMA a week',
      UMA_TIME: 'UMA each time',
      UMA_DAY: 'UMA a day',
      UMA_SERVICE: 'UMA a year of service',
      UMA_WELFARE: 'annual UMA of social welfare',
    },
  },
}
