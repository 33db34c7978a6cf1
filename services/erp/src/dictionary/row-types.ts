import type { CfdiOptional, CfdiRows } from './rows/cfdi.ts'
import type { ComprasOptional, ComprasReferences, ComprasRows } from './rows/compras.ts'
import type {
  ConfiguracionOptional,
  ConfiguracionReferences,
  ConfiguracionRows,
} from './rows/configuracion.ts'
import type {
  ContabilidadOptional,
  ContabilidadReferences,
  ContabilidadRows,
} from './rows/contabilidad.ts'
import type {
  CuentasPorCobrarOptional,
  CuentasPorCobrarReferences,
  CuentasPorCobrarRows,
} from './rows/cuentas-por-cobrar.ts'
import type {
  CuentasPorPagarOptional,
  CuentasPorPagarReferences,
  CuentasPorPagarRows,
} from './rows/cuentas-por-pagar.ts'
import type { FiscalOptional, FiscalReferences, FiscalRows } from './rows/fiscal.ts'
import type { GeneralOptional, GeneralRows } from './rows/general.ts'
import type { InventarioOptional, InventarioReferences, InventarioRows } from './rows/inventario.ts'
import type { NominaOptional, NominaReferences, NominaRows } from './rows/nomina.ts'
import type { PlataformaOptional, PlataformaRows } from './rows/plataforma.ts'
import type {
  PuntoDeVentaOptional,
  PuntoDeVentaReferences,
  PuntoDeVentaRows,
} from './rows/punto-de-venta.ts'
import type {
  RecursosHumanosOptional,
  RecursosHumanosReferences,
  RecursosHumanosRows,
} from './rows/recursos-humanos.ts'
import type { SeguridadSocialOptional, SeguridadSocialRows } from './rows/seguridad-social.ts'
import type { SeguridadOptional, SeguridadReferences, SeguridadRows } from './rows/seguridad.ts'
import type { TesoreriaOptional, TesoreriaReferences, TesoreriaRows } from './rows/tesoreria.ts'
import type { VentasOptional, VentasReferences, VentasRows } from './rows/ventas.ts'

/**
 * The rows that actions read and write, as the dictionary declares them (`rows/`, written by `npm run rows`): ids and
 * decimals are text, dates `YYYY-MM-DD`, moments ISO 8601 in UTC, a choice one of its values.
 */
interface Rows
  extends
    CfdiRows,
    ComprasRows,
    ConfiguracionRows,
    ContabilidadRows,
    CuentasPorCobrarRows,
    CuentasPorPagarRows,
    FiscalRows,
    GeneralRows,
    InventarioRows,
    NominaRows,
    PlataformaRows,
    PuntoDeVentaRows,
    RecursosHumanosRows,
    SeguridadRows,
    SeguridadSocialRows,
    TesoreriaRows,
    VentasRows {}
interface Optional
  extends
    CfdiOptional,
    ComprasOptional,
    ConfiguracionOptional,
    ContabilidadOptional,
    CuentasPorCobrarOptional,
    CuentasPorPagarOptional,
    FiscalOptional,
    GeneralOptional,
    InventarioOptional,
    NominaOptional,
    PlataformaOptional,
    PuntoDeVentaOptional,
    RecursosHumanosOptional,
    SeguridadOptional,
    SeguridadSocialOptional,
    TesoreriaOptional,
    VentasOptional {}
interface References
  extends
    ComprasReferences,
    ConfiguracionReferences,
    ContabilidadReferences,
    CuentasPorCobrarReferences,
    CuentasPorPagarReferences,
    FiscalReferences,
    InventarioReferences,
    NominaReferences,
    PuntoDeVentaReferences,
    RecursosHumanosReferences,
    SeguridadReferences,
    TesoreriaReferences,
    VentasReferences {}
type ReferencesOf<M extends RowModel> = M extends keyof References ? References[M] : unknown

/** The models whose rows have a type. */
export type RowModel = keyof Rows

export type Row<M extends RowModel> = Rows[M]

/** A column of the model, or one of the record to which one reference or two lead: `movimiento.folio`. */
export type FieldOf<M extends RowModel> = ColumnOf<M> | PathOf<M, 'further'>

type ColumnOf<M extends RowModel> = keyof Rows[M] & string

type PathOf<M extends RowModel, Far extends 'further' | 'end'> = {
  [R in keyof ReferencesOf<M> & string]: ReferencesOf<M>[R] extends infer T extends RowModel
    ? `${R}.${ColumnOf<T> | (Far extends 'further' ? PathOf<T, 'end'> : never)}`
    : never
}[keyof ReferencesOf<M> & string]

type ValueOf<M, F> = M extends RowModel
  ? F extends keyof Rows[M]
    ? Rows[M][F]
    : F extends `${infer R}.${infer T}`
      ? R extends keyof ReferencesOf<M>
        ?
            | ValueOf<ReferencesOf<M>[R], T>
            | Extract<R extends keyof Rows[M] ? Rows[M][R] : null, null>
        : never
      : never
  : never

/** The id and some fields of a row. */
export type Picked<M extends RowModel, F extends FieldOf<M>> = {
  readonly [K in F | 'id']: ValueOf<M, K>
}

/** New values of some columns. */
export type Change<M extends RowModel> = Partial<Omit<Rows[M], 'id'>>

/** A row to be made: its id is taken when it is written. */
export type New<M extends RowModel> = Omit<Rows[M], 'id' | OptionalOf<M>> &
  Partial<Pick<Rows[M], OptionalOf<M>>>

type OptionalOf<M extends RowModel> = Optional[M] & keyof Rows[M]

/** The models that are documents: with a state that actions move, and mostly a folio. */
export type DocumentModel = {
  [M in RowModel]: Row<M> extends { readonly estado: string } ? M : never
}[RowModel]
