import { decimal, type Decimal } from '../decimal.ts'

/** A key of c_FormaPago, with what a payment made so may tell of its accounts. */
export interface FormaPago {
  readonly esBancarizada: boolean
  readonly patronCuentaOrdenante: string | undefined
  readonly patronCuentaBeneficiario: string | undefined
  readonly permiteTipoCadenaPago: boolean
}

/** Whom a key is for. */
interface Personas {
  readonly fisica: boolean
  readonly moral: boolean
}

interface UsoCfdi extends Personas {
  /** The régimenes of receivers who may use it so. */
  readonly regimenes: ReadonlySet<string>
}

/** A row of c_TasaOCuota: a rate, or with `minimo` a range up to it. */
interface TasaOCuota {
  readonly minimo: Decimal | undefined
  readonly valor: Decimal
  readonly impuesto: string
  readonly factor: string
  readonly esTraslado: boolean
  readonly esRetencion: boolean
}

/** What of the SAT's catalogs the rules of a CFDI need. */
export interface CfdiCatalogs {
  /** Decimals by currency. */
  readonly monedas: ReadonlyMap<string, number>
  readonly formasPago: ReadonlyMap<string, FormaPago>
  readonly regimenes: ReadonlyMap<string, Personas>
  readonly usos: ReadonlyMap<string, UsoCfdi>
  readonly paises: ReadonlySet<string>
  readonly tasas: readonly TasaOCuota[]
}

/** A row of a catalog: texts, and truths as texts, as in the files of `services/erp/data`. */
export type CatalogRow = Readonly<Record<string, string | undefined>>

export interface CatalogTables {
  readonly Moneda: readonly CatalogRow[]
  readonly FormaPagoSat: readonly CatalogRow[]
  readonly RegimenFiscal: readonly CatalogRow[]
  readonly UsoCfdi: readonly CatalogRow[]
  readonly UsoCfdiRegimen: readonly CatalogRow[]
  readonly Pais: readonly CatalogRow[]
  readonly TasaCuota: readonly CatalogRow[]
}

/** The catalogs from the rows of their tables, where references are the keys of what they refer to. */
export function cfdiCatalogs(tables: CatalogTables): CfdiCatalogs {
  return {
    monedas: byKey(tables.Moneda, (row) => Number(row['decimales'] ?? '2')),
    formasPago: byKey(tables.FormaPagoSat, (row) => ({
      esBancarizada: isTrue(row['bancarizado']),
      patronCuentaOrdenante: row['patron_cuenta_ordenante'] || undefined,
      patronCuentaBeneficiario: row['patron_cuenta_beneficiario'] || undefined,
      permiteTipoCadenaPago: isTrue(row['permite_tipo_cadena_pago']),
    })),
    regimenes: byKey(tables.RegimenFiscal, personas),
    usos: byKey(tables.UsoCfdi, (row) => ({
      ...personas(row),
      regimenes: new Set(
        tables.UsoCfdiRegimen.filter((one) => one['uso_cfdi'] === row['clave']).map(
          (one) => one['regimen_fiscal'] ?? '',
        ),
      ),
    })),
    paises: new Set(tables.Pais.map((row) => row['clave'] ?? '')),
    tasas: tables.TasaCuota.map(tasaOf),
  }
}

function byKey<T>(rows: readonly CatalogRow[], read: (row: CatalogRow) => T): Map<string, T> {
  return new Map(rows.map((row) => [row['clave'] ?? '', read(row)]))
}

function personas(row: CatalogRow): Personas {
  return { fisica: isTrue(row['aplica_fisica']), moral: isTrue(row['aplica_moral']) }
}

function tasaOf(row: CatalogRow): TasaOCuota {
  return {
    minimo: row['minimo'] ? decimal(row['minimo']) : undefined,
    valor: decimal(row['valor'] ?? '0'),
    impuesto: row['impuesto'] ?? '',
    factor: row['factor'] ?? '',
    esTraslado: isTrue(row['traslado']),
    esRetencion: isTrue(row['retencion']),
  }
}

function isTrue(text: string | undefined): boolean {
  return text === 'true'
}
