import type { Decimal } from '../../../../fiscal/decimal.ts'

/**
 * What the law lays down in tables, as it holds on one day. Every calculation of payroll takes it as a value, so that a
 * receipt of last year is computed by last year's tables.
 *
 * Money is pesos with two decimals unless a comment says otherwise; a rate is a fraction (16 % is `0.16`).
 */
export interface LawTables {
  /** The day on which all of this holds, `2026-02-15`. */
  readonly day: string
  /** Unidad de Medida y Actualización of the day; it changes on the first of February. */
  readonly uma: Unit
  /** Unidad Mixta Infonavit of the day, for credits of `Factor de descuento`. */
  readonly umi: Unit
  /** A day's general minimum wage by key of `ZonaSalarial`: `GRAL`, `ZLFN`. */
  readonly minimumWages: ReadonlyMap<string, Decimal>
  /** LISR 96 and 152, RMF annex 8. */
  readonly tariffs: Readonly<Record<TariffPeriod, Tariff>>
  readonly subsidy: EmploymentSubsidy
  /** Quotas by branch; the employer's CEAV stands in `oldAge`, and his risk premium with his registration. */
  readonly quotas: Readonly<Record<ImssBranch, ImssQuota>>
  /** The employer's quota of CEAV by wage, ascending; the first is that of a minimum wage. LSS 168, transitory of 2020. */
  readonly oldAge: readonly OldAgeRange[]
  /** LFT 76 and 80, ascending by year; a year after the last has what the last has. */
  readonly vacations: readonly VacationYear[]
  /** By key of `TipoPercepcion`. A kind without rules is taxed whole. LISR 93. */
  readonly exemptions: ReadonlyMap<string, readonly ExemptionRule[]>
  /** By key of `TipoPercepcion`. A kind without a rule integrates whole. LSS 27. */
  readonly integrations: ReadonlyMap<string, IntegrationRule>
  /** By key of `Estado`. */
  readonly stateTaxes: ReadonlyMap<string, StateTax>
  /** Days of obligatory rest of the day's year, ascending. LFT 74. */
  readonly holidays: readonly Holiday[]
}

/** A unit of the law: monthly is daily × 30.4 and annual monthly × 12, each as published, to the cent. */
export interface Unit {
  readonly daily: Decimal
  readonly monthly: Decimal
  readonly annual: Decimal
}

/** The periods that have a tariff of their own; any other number of days takes the daily one times its days. */
export type TariffPeriod = 'daily' | 'weekly' | 'tenDay' | 'fortnightly' | 'monthly' | 'annual'

/** A tariff of ISR: its rows ascend, the first begins at 0.01, each begins a cent above the one before. */
export interface Tariff {
  readonly rows: readonly TariffRow[]
  /** `LISR 96; anexo 8 de la RMF 2026`. */
  readonly law: string
}

export interface TariffRow {
  readonly lowerLimit: Decimal
  readonly fixedFee: Decimal
  /** Of what is over the lower limit: `0.0192`. */
  readonly rate: Decimal
}

/** Subsidio para el empleo: `umaShare` of the monthly UMA to who is taxed for at most `monthlyLimit` in a month. */
export interface EmploymentSubsidy {
  /** The taxable income of a month up to which there is one: `11492.66`. */
  readonly monthlyLimit: Decimal
  /** `0.1502`; January's is of the UMA that holds in January. */
  readonly umaShare: Decimal
  readonly law: string
}

/** Keys of `RamoSeguroImss` without `RT`, whose rate is the employer's own. */
export type ImssBranch = 'EMF' | 'EME' | 'PD' | 'GMP' | 'IV' | 'GPS' | 'RET' | 'CEAV' | 'INF'

export interface ImssQuota {
  /** Zero where the branch has none; `EMF` is of the UMA, `EME` of what the SBC has over three UMA. */
  readonly employerRate: Decimal
  readonly workerRate: Decimal
  /** The most that the SBC counts for, in daily UMA: `25`; null: the branch does not look at the SBC. */
  readonly limitUma: Decimal | null
  readonly law: string
}

/** A range of wages in which the employer's CEAV has one rate. */
export interface OldAgeRange {
  /** What the range ends at, included: one minimum wage of the zone, so many daily UMA, or never. */
  readonly upTo:
    | { readonly kind: 'minimumWage' }
    | { readonly kind: 'uma'; readonly times: Decimal }
    | null
  readonly employerRate: Decimal
}

export interface VacationYear {
  /** 1 is the first: the days are due when it is complete. */
  readonly year: number
  readonly days: number
  /** At least: `0.25`. */
  readonly premiumRate: Decimal
}

/**
 * A limit of what is exempt of one kind of perception. A kind with several rules is exempt for the least that they give
 * (overtime: `SHARE` 0.5 and `UMA_WEEK` 5). The key in the catalog's `unidad` stands after each.
 *
 * - `WHOLE` (Spanish for all of it): exempt without limit; `limit` is not read.
 * - `SHARE` (`PARTE`): a fraction of the amount, `0.5`.
 * - `UMA_YEAR` (`UMA_ANIO`): so many daily UMA in a calendar year, less what was exempt before: 30 for a Christmas bonus.
 * - `UMA_WEEK` (`UMA_SEMANA`): so many daily UMA for each week of work: 5 for overtime.
 * - `UMA_TIME` (`UMA_VEZ`): so many daily UMA each time: 1 for a Sunday.
 * - `UMA_DAY` (`UMA_DIA`): so many daily UMA for each day paid: 15 for pensions.
 * - `UMA_SERVICE` (`UMA_SERV`): so many daily UMA for each year of service, for all kinds of separation together: 90.
 * - `UMA_WELFARE` (`UMA_PREV`): social welfare, so many annual UMA in a year for all such kinds together where wages
 *   and welfare exceed seven: 1, and never less than what is up to seven annual UMA with the wages.
 */
export interface ExemptionRule {
  readonly unit: ExemptionUnit
  readonly limit: Decimal
  /** `LISR 93 XIV`. */
  readonly law: string
}

export type ExemptionUnit =
  | 'WHOLE'
  | 'SHARE'
  | 'UMA_YEAR'
  | 'UMA_WEEK'
  | 'UMA_TIME'
  | 'UMA_DAY'
  | 'UMA_SERVICE'
  | 'UMA_WELFARE'

/**
 * Whether a kind of perception is part of the SBC. `excluded` is what is left out of one that integrates, by the day:
 * `SBC` (a share of the SBC: 0.10 for punctuality), `UMA` (a share of the daily UMA: 0.40 for vouchers); the key in the
 * catalog's `unidad_tope` is the same. What does not integrate has null.
 */
export interface IntegrationRule {
  readonly integrates: boolean
  readonly excluded: { readonly unit: 'SBC' | 'UMA'; readonly share: Decimal } | null
  /** `LSS 27 VII`. */
  readonly law: string
}

/** Tax of a state on what a month's payroll pays. */
export interface StateTax {
  readonly rate: Decimal
  /** Of a month's base, not taxed; zero where there is none. */
  readonly exemptBase: Decimal
  readonly law: string
}

export interface Holiday {
  readonly day: string
  readonly name: string
}
