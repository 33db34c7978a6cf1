import type { ActionContext } from '../action.ts'
import type { OpeningRow } from './opening-rows.ts'
import {
  findOpeningAccounts,
  findOpeningBanks,
  findOpeningCurrencies,
  findOpeningNames,
  findOpeningParties,
  findOpeningParts,
  type OpeningAccount,
  type OpeningBank,
  type OpeningParty,
  type WantedNames,
} from './store/opening-store.ts'

interface Keyed {
  readonly id: string
  readonly clave: string
}

/** Records that rows name, by what names them. */
export class NamedRecords<R extends Keyed> {
  readonly #byId: ReadonlyMap<string, R>
  readonly #byKey: ReadonlyMap<string, R>

  constructor(rows: readonly R[]) {
    this.#byId = new Map(rows.map((row) => [row.id, row]))
    this.#byKey = new Map(rows.map((row) => [row.clave, row]))
  }

  get all(): ReadonlyMap<string, R> {
    return this.#byId
  }

  get(named: { readonly by: 'id' | 'key'; readonly text: string }): R | undefined {
    return (named.by === 'id' ? this.#byId : this.#byKey).get(named.text)
  }
}

type Part = Keyed & { readonly articulo: string }

/** All that the rows name. */
export interface FoundNames {
  readonly cuentas: NamedRecords<OpeningAccount>
  readonly articulos: NamedRecords<Keyed>
  readonly almacenes: NamedRecords<Keyed>
  readonly clientes: NamedRecords<OpeningParty>
  readonly proveedores: NamedRecords<OpeningParty>
  readonly bancos: NamedRecords<OpeningBank>
  readonly monedas: NamedRecords<Keyed>
  readonly centros: NamedRecords<Keyed>
  readonly lotes: readonly Part[]
  readonly series: readonly Part[]
}

/** Finds what rows name, a statement for each model. */
export async function findNames(
  { tx, caller }: ActionContext,
  rows: readonly OpeningRow[],
  also: { readonly cuenta: string | null; readonly moneda: string },
): Promise<FoundNames> {
  const { empresa } = caller
  const bankRows = rows.filter(({ place }) => place.kind === 'bancos')
  const others = rows.filter(({ place }) => place.kind !== 'bancos')
  const of = (column: string) => wanted(others, column)
  const [bancos, clientes, proveedores] = await Promise.all([
    findOpeningBanks(tx, empresa, wanted(bankRows, 'cuenta')),
    findOpeningParties(tx, empresa, { table: 'cliente', ...of('cliente') }),
    findOpeningParties(tx, empresa, { table: 'proveedor', ...of('proveedor') }),
  ])
  const named = of('cuenta')
  const ids = [
    ...named.ids,
    ...bancos.map(({ cuenta }) => cuenta),
    ...[...clientes, ...proveedores].flatMap(({ cuenta }) => cuenta ?? []),
    ...(also.cuenta === null ? [] : [also.cuenta]),
  ]
  const moneda = of('moneda')
  const [cuentas, articulos, almacenes, centros, monedas, lotes, series] = await Promise.all([
    findOpeningAccounts(tx, empresa, { keys: named.keys, ids: [...new Set(ids)] }),
    findOpeningNames(tx, empresa, { table: 'articulo', ...of('articulo') }),
    findOpeningNames(tx, empresa, { table: 'almacen', ...of('almacen') }),
    findOpeningNames(tx, empresa, { table: 'centro_costo', ...of('centro_costo') }),
    findOpeningCurrencies(tx, {
      keys: moneda.keys,
      ids: [...moneda.ids, also.moneda, ...bancos.map((bank) => bank.moneda)],
    }),
    findOpeningParts(tx, empresa, { table: 'lote', ...of('lote') }),
    findOpeningParts(tx, empresa, { table: 'serie_articulo', ...of('serie') }),
  ])
  return {
    cuentas: new NamedRecords(cuentas),
    articulos: new NamedRecords(articulos),
    almacenes: new NamedRecords(almacenes),
    clientes: new NamedRecords(clientes),
    proveedores: new NamedRecords(proveedores),
    bancos: new NamedRecords(bancos),
    monedas: new NamedRecords(monedas),
    centros: new NamedRecords(centros),
    lotes,
    series,
  }
}

function wanted(rows: readonly OpeningRow[], column: string): WantedNames {
  const names = rows.flatMap(({ names: own }) => own.get(column) ?? [])
  const of = (by: 'id' | 'key') => [
    ...new Set(names.filter((name) => name.by === by).map(({ text }) => text)),
  ]
  return { keys: of('key'), ids: of('id') }
}
