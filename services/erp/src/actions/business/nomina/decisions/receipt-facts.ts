import type { Decimal } from '../../../../fiscal/decimal.ts'
import type { Step } from './explanation.ts'
import type { TariffPeriod } from './law-tables.ts'

/** All that a person's receipt of a period is computed from. The order of what stands in lists does not matter. */
export interface ReceiptFacts {
  readonly period: PayPeriod
  readonly group: GroupRules
  readonly person: PaidPerson
  readonly before: PaidBefore
  /** Days without pay, each a whole calendar day or a part of one. */
  readonly absences: Decimal
  readonly incapacities: readonly IncapacityFact[]
  readonly weeks: readonly WorkWeek[]
  /** Sundays worked. LFT 71. */
  readonly sundays: number
  readonly vacations: VacationFact
  readonly given: readonly GivenPerception[]
  readonly savings: SavingsFact | null
  readonly debts: PersonDebts
}

export interface PayPeriod {
  /** An extraordinary run pays what is given alone: no days, no IMSS, and no debts but shares of what it pays. */
  readonly kind: 'ordinary' | 'extraordinary'
  /** Both count: `2026-03-01`, `2026-03-15`. */
  readonly start: string
  readonly end: string
  /** What the group pays for the whole period: 7, 14, 15, 10, 30 or 30.4. */
  readonly paidDays: Decimal
  /** The tariff of its own; null: the daily one times `paidDays`. */
  readonly tariff: Exclude<TariffPeriod, 'annual'> | null
  /** How many periods of the group end in the month, this one with them. */
  readonly monthPeriods: number
  readonly endsMonth: boolean
  readonly endsBimester: boolean
  /** Calendar days of the two months of social security in which the period ends. */
  readonly bimesterDays: number
}

export interface GroupRules {
  /** The month's last period computes ISR by the month. LISR 96. */
  readonly adjustsMonth: boolean
  /** Christmas bonus, PTU and premiums: with all else, or apart by RLISR 174. */
  readonly yearlyPayments: 'article96' | 'rule174'
  /** The seventh day is paid for six days of work: who is absent loses his part of it. LFT 69 and 72. */
  readonly paysSeventhDay: boolean
  /** What is paid is a multiple of it, and the rest goes into the next period: `1.00`; null: to the cent. */
  readonly netUnit: Decimal | null
}

export interface PaidPerson {
  /** First and last day of the employment. */
  readonly hired: string
  readonly left: string | null
  /** Key of `ZonaSalarial`. */
  readonly zone: string
  readonly dailyWage: Decimal
  /** Hours of a day of work: 8, 7.5 or 7. LFT 61. */
  readonly dayHours: Decimal
  /** The base of contributions, SBC, as it is registered. */
  readonly baseWage: Decimal
  /** What he regularly has in a month, for RLISR 174. */
  readonly monthlyWage: Decimal
}

/** What was paid before: in the month by earlier periods, in the year what was exempt, and what the last net left. */
export interface PaidBefore {
  readonly monthTaxed: Decimal
  /** ISR withheld in the month, less what was given back. */
  readonly monthWithheld: Decimal
  /** Subsidy caused in the month. */
  readonly monthSubsidy: Decimal
  /** Exempt in the calendar year, by key of `TipoPercepcion`. */
  readonly exempt: ReadonlyMap<string, Decimal>
  /** Taken for Fonacot in the month, by number of credit. */
  readonly monthFonacot: ReadonlyMap<string, Decimal>
  readonly netLeft: Decimal
  /** Of an annual adjustment in his favour, what was not set off. LISR 97. */
  readonly inFavour: Decimal
}

export interface IncapacityFact {
  readonly certificate: string
  readonly days: Decimal
  /** The part of the wage that the employer pays all the same: `1.00`, mostly `0`. */
  readonly employerShare: Decimal
}

/** A week in which somebody worked more than his time; a week belongs to the period in which it is paid. */
export interface WorkWeek {
  /** Its first day. */
  readonly start: string
  readonly overtimeHours: Decimal
  /** Days of rest worked without another one instead. LFT 73. */
  readonly restDays: number
  /** Days of obligatory rest worked. LFT 75. */
  readonly holidays: number
}

interface VacationFact {
  /** Days of the period on holiday, paid as wage. */
  readonly days: Decimal
  /** Days whose premium is due with this receipt. */
  readonly premiumDays: Decimal
  /** `0.25` at least. LFT 80. */
  readonly premiumRate: Decimal
}

/** A perception that is not computed from the time of work: fixed, a bonus, vouchers, or of a formula of the company's. */
export interface GivenPerception {
  /** Key of `ConceptoNomina`. */
  readonly concept: string
  /** Key of `TipoPercepcion`; `otherPayment` tells that it is one of `TipoOtroPago`. */
  readonly kind: string
  readonly isOtherPayment: boolean
  readonly amount: Decimal
  /** `ConceptoNomina.tratamiento_isr`: `mixed` asks the law's exemptions. Another payment is neither. */
  readonly treatment: 'taxed' | 'exempt' | 'mixed'
  /** `ConceptoNomina.integra_sbc`: `partial` asks the law's rule of integration. */
  readonly integrates: 'yes' | 'no' | 'partial'
  readonly inKind: boolean
  /** How the amount came about, if it was computed. */
  readonly steps: readonly Step[]
}

interface SavingsFact {
  readonly employeeRate: Decimal
  readonly companyRate: Decimal
  /** At most so many daily UMA for each day, of each; null: no limit of the fund's own. */
  readonly limitUma: Decimal | null
}

export interface PersonDebts {
  readonly housing: readonly HousingCredit[]
  readonly fonacot: readonly FonacotCredit[]
  readonly alimonies: readonly Alimony[]
  readonly union: UnionDues | null
  readonly loans: readonly LoanPart[]
  /** What he agreed to and no article limits: insurance, a year's tax. */
  readonly others: readonly LoanPart[]
}

/**
 * Credit of Infonavit, key of `TipoDescuentoInfonavit` 1, 2 and 3: a part of the SBC (`0.25`), pesos a month, or units
 * of UMI a month.
 */
export interface HousingCredit {
  readonly number: string
  readonly kind: 'percent' | 'fixed' | 'factor'
  readonly value: Decimal
  readonly isInsured: boolean
}

export interface FonacotCredit {
  readonly number: string
  readonly monthly: Decimal
}

/** `gross` and `net` are shares; `fixed` is pesos each payment; `minimumWages` and `uma` are days of them each month. */
export interface Alimony {
  readonly order: string
  readonly mode: 'gross' | 'net' | 'fixed' | 'minimumWages' | 'uma'
  readonly value: Decimal
}

interface UnionDues {
  /** Of the wage of the period: `0.01`. */
  readonly rate: Decimal
}

/** What is to be taken of a loan, of another debt with the employer, or of rent. */
export interface LoanPart {
  readonly folio: string
  /** Key of `TipoDeduccion`: `004`, `012`; `008` is rent of a dwelling, which has a limit of its own. */
  readonly kind: string
  readonly amount: Decimal
}
