/**
 * What the catalogs hold of the law's tables, as texts: amounts and rates in decimals, days as `2026-02-15`. Each list
 * ascends by what its rows are known by.
 */
export interface LawRows {
  /** Of `UMA` and `UMI`. */
  readonly indicators: readonly IndicatorRow[]
  readonly zones: readonly string[]
  readonly wages: readonly WageRow[]
  readonly tariffs: readonly TariffTable[]
  readonly subsidies: readonly SubsidyRow[]
  readonly quotas: readonly QuotaRow[]
  readonly oldAge: readonly OldAgeRow[]
  readonly vacations: readonly VacationRow[]
  readonly holidays: readonly HolidayRow[]
  readonly exemptions: readonly ExemptionRow[]
  readonly integrations: readonly IntegrationRow[]
  readonly stateTaxes: readonly StateTaxRow[]
  readonly municipalities: readonly MunicipalityRow[]
}

interface IndicatorRow {
  readonly indicador: string
  readonly fecha: string
  readonly valor: string
}

/** Something that holds from a day on, to another or until something else follows. */
export interface Valid {
  readonly desde: string | null
  readonly hasta: string | null
}

interface WageRow extends Valid {
  readonly zona: string
  readonly importe: string | null
}

/** A TarifaIsr with its rows. */
export interface TariffTable {
  readonly ejercicio: number
  /** Key of PeriodicidadPago; `99` is the annual one. */
  readonly periodicidad: string
  readonly fundamento: string | null
  readonly renglones: readonly TariffLine[]
}

export interface TariffLine {
  readonly inferior: string
  readonly superior: string | null
  readonly cuota: string | null
  readonly tasa: string | null
}

interface SubsidyRow {
  readonly ejercicio: number
  readonly periodicidad: string
  readonly tope: string
  readonly parte: string | null
  readonly parte_enero: string | null
  readonly fundamento: string | null
}

export interface QuotaRow {
  readonly ejercicio: number
  readonly ramo: string
  readonly patron: string | null
  readonly trabajador: string | null
  readonly tope: string | null
  readonly fundamento: string | null
}

export interface OldAgeRow {
  readonly ejercicio: number
  readonly desde_uma: string
  readonly hasta_uma: string | null
  readonly de_salario_minimo: boolean
  readonly patron: string | null
}

interface VacationRow {
  readonly desde: string
  readonly anio: number
  readonly dias: number | null
  readonly prima: string | null
}

interface HolidayRow {
  readonly fecha: string
  readonly nombre: string
}

export interface ExemptionRow extends Valid {
  readonly tipo: string
  readonly unidad: string
  readonly tope: string | null
  readonly fundamento: string | null
}

export interface IntegrationRow extends Valid {
  readonly tipo: string
  readonly integra: boolean | null
  readonly tope: string | null
  readonly unidad: string | null
  readonly fundamento: string | null
}

interface StateTaxRow {
  readonly ejercicio: number
  readonly estado: string
  readonly tasa: string | null
  readonly base_exenta: string | null
  readonly ley: string | null
}

interface MunicipalityRow extends Valid {
  readonly municipio: string
  readonly zona: string
}
