import { lineColumn } from '../../../../dictionary/input-shape.ts'
import { ApiError, type ErrorEntry } from '../../../../errors.ts'
import { demand } from '../../../../identity/rights.ts'
import {
  KEY_NOT_IN_CATALOG,
  LEFT_OUT,
  NOTHING_CHOSEN,
  RECORD_THERE,
  TOO_MANY_PROPOSALS,
} from '../../../../messages/catalogs-of-cfdi.ts'
import { findCatalogIds } from '../../../../store/catalogs/catalog-ids.ts'
import { jsonInput } from '../../action-inputs.ts'
import type { ActionContext, NativeAction } from '../../action.ts'
import { Changes } from '../../changes.ts'
import { findKnownCatalogs, findTakenKeys, findUnitsBySat } from '../store/catalog-store.ts'
import { CATALOGS, chosenRows, type Catalog, type ChosenRow } from './chosen-rows.ts'

const MODEL = 'Empresa'
const NAME = 'crear_catalogos'
const MAX_RECORDS = 2_000

const LABELS: Readonly<Record<(typeof CATALOGS)[number]['fields'][number], string>> = {
  clave: 'Clave',
  rfc: 'RFC',
  razon_social: 'Razón social',
  regimen_fiscal: 'Régimen fiscal',
  codigo_postal: 'Código postal',
  uso_cfdi: 'Uso de CFDI',
  descripcion: 'Descripción',
  tipo: 'Tipo',
  clave_prod_serv: 'Clave de producto o servicio',
  unidad: 'Unidad',
  objeto_impuesto: 'Objeto de impuesto',
  precio_base: 'Precio base',
  se_compra: 'Se compra',
  se_vende: 'Se vende',
}

/**
 * Makes the customers, suppliers and articles that somebody chose among what CFDI name: all of them or none.
 * @source docs/decisions/0283-erp-catalogs-of-cfdi.md
 */
export const crearCatalogos: NativeAction = {
  model: MODEL,
  name: NAME,
  label: 'Crear catálogos de CFDI',
  mode: 'native',
  inputs: CATALOGS.map(({ input, label, fields }) =>
    jsonInput(
      {
        name: input,
        label,
        help: 'Los elegidos, como los propone proponer_catalogos; la clave y el nombre pueden ser otros.',
        required: false,
      },
      {
        lines: {
          relation: null,
          key: 'clave',
          columns: fields.map((name) => lineColumn(name, LABELS[name])),
        },
      },
    ),
  ),
  emits: [],
  run: create,
}

async function create(context: ActionContext): Promise<unknown> {
  const { caller, registry, inputs } = context
  const rows = CATALOGS.flatMap((catalog) => {
    const json = inputs.get(catalog.input) ?? null
    const own = json === null ? [] : chosenRows(registry, catalog, String(json))
    const model = registry.models.get(catalog.model)
    // The action is no way around the rights to what it makes.
    if (own.length > 0 && model !== undefined) demand(caller.rights, model, 'crear')
    return own
  })
  if (rows.length === 0) throw refusal('clientes', NOTHING_CHOSEN())
  if (rows.length > MAX_RECORDS) {
    throw refusal('clientes', TOO_MANY_PROPOSALS({ most: MAX_RECORDS }))
  }
  await refuseKnown(context, rows)
  const keys = await keysOf(context, rows)
  const changes = new Changes(context, { name: NAME, reason: null })
  for (const row of rows) make(changes, row, keys)
  await changes.write()
  const made = (model: Catalog) => rows.filter((row) => row.model === model).length
  return {
    clientes: made('Cliente'),
    proveedores: made('Proveedor'),
    articulos: made('Articulo'),
    avisos: keys.leftOut(),
  }
}

function refusal(field: string, message: ErrorEntry['message']): ApiError {
  return new ApiError([{ code: 'VALIDATION', field, message }])
}

const MAX_PROBLEMS = 50

/** Parties whose RFC, articles whose key there is, or that were chosen twice. @throws ApiError DUPLICATE */
async function refuseKnown(
  { tx, caller }: ActionContext,
  rows: readonly ChosenRow[],
): Promise<void> {
  const of = (model: Catalog) => rows.filter((row) => row.model === model)
  const rfcs = (model: Catalog) => of(model).map((row) => textOf(row, 'rfc'))
  const known = await findKnownCatalogs(tx, caller.empresa, {
    clientes: rfcs('Cliente'),
    proveedores: rfcs('Proveedor'),
    articulos: [],
  })
  const taken = await findTakenKeys(tx, caller.empresa, {
    clientes: of('Cliente').map(keyOf),
    proveedores: of('Proveedor').map(keyOf),
    articulos: of('Articulo').map(keyOf),
  })
  const seen = new Set<string>()
  const problems = rows.flatMap((row): readonly ErrorEntry[] => {
    const { model, place } = row
    const shown = keyOf(row)
    const name = `${model} ${shown}`
    const byRfc = model === 'Cliente' ? known.clientes : known.proveedores
    const isThere = taken.has(name) || seen.has(name) || byRfc[textOf(row, 'rfc')] !== undefined
    seen.add(name)
    if (!isThere) return []
    return [{ code: 'DUPLICATE', field: `${place}.clave`, message: RECORD_THERE({ model, shown }) }]
  })
  if (problems.length > 0) throw new ApiError(problems.slice(0, MAX_PROBLEMS))
}

function textOf({ values }: ChosenRow, field: string): string {
  return String(values.get(field) ?? '')
}

/** A customer or supplier is called by his RFC, unless somebody gave him another key. */
function keyOf(row: ChosenRow): string {
  const clave = textOf(row, 'clave').trim()
  return clave === '' ? textOf(row, 'rfc') : clave
}

/** The catalogs whose keys proposals have, by field. */
const REFERENCES = {
  regimen_fiscal: 'RegimenFiscal',
  codigo_postal: 'CodigoPostal',
  uso_cfdi: 'UsoCfdi',
  clave_prod_serv: 'ClaveProdServ',
  objeto_impuesto: 'ObjetoImpuesto',
} as const

interface Keys {
  /** Null: it says none, or the catalog has not what may be missing. */
  of(row: ChosenRow, field: keyof typeof REFERENCES): string | null
  unitOf(row: ChosenRow): string
  /** What records lack since a catalog is not loaded. */
  leftOut(): readonly ErrorEntry['message'][]
}

/** @throws ApiError UNKNOWN_REFERENCE for a regime or a unit that no catalog has */
async function keysOf(context: ActionContext, rows: readonly ChosenRow[]): Promise<Keys> {
  const given = (field: string) => [...new Set(rows.map((row) => textOf(row, field)))]
  const [catalogs, units] = await Promise.all([
    findCatalogIds(
      context,
      Object.fromEntries(Object.entries(REFERENCES).map(([field, model]) => [model, given(field)])),
    ),
    findUnitsBySat(context.tx, given('unidad')),
  ])
  const problems = rows.flatMap((row): readonly ErrorEntry[] => {
    const unknown = (field: string, model: string) => {
      const shown = textOf(row, field)
      const message = KEY_NOT_IN_CATALOG({ field, model, shown })
      return { code: 'UNKNOWN_REFERENCE' as const, field: `${row.place}.${field}`, message }
    }
    const regimen = textOf(row, 'regimen_fiscal')
    if (row.model === 'Articulo') {
      return units.has(textOf(row, 'unidad')) ? [] : [unknown('unidad', 'UnidadMedida')]
    }
    const isKnown = regimen === '' || catalogs.find('RegimenFiscal', regimen) !== null
    return isKnown ? [] : [unknown('regimen_fiscal', 'RegimenFiscal')]
  })
  if (problems.length > 0) throw new ApiError(problems.slice(0, MAX_PROBLEMS))
  const missing = new Map<keyof typeof REFERENCES, number>()
  return {
    of: (row, field) => {
      const key = textOf(row, field)
      const id = key === '' ? null : catalogs.find(REFERENCES[field], key)
      if (key !== '' && id === null) missing.set(field, (missing.get(field) ?? 0) + 1)
      return id
    },
    unitOf: (row) => units.get(textOf(row, 'unidad')) ?? '',
    leftOut: () =>
      [...missing].map(([field, count]) => LEFT_OUT({ field, model: REFERENCES[field], count })),
  }
}

function make(changes: Changes, row: ChosenRow, keys: Keys): void {
  const { model, values } = row
  const clave = keyOf(row)
  const estado = 'activo'
  if (model === 'Articulo') {
    const tipo = values.get('tipo') === 'servicio' ? 'servicio' : 'producto'
    const precio = values.get('precio_base')
    const descripcion = textOf(row, 'descripcion')
    const fields = {
      clave,
      descripcion,
      tipo,
      clave_prod_serv: keys.of(row, 'clave_prod_serv'),
      unidad: keys.unitOf(row),
      objeto_impuesto: keys.of(row, 'objeto_impuesto'),
      precio_base: precio === undefined ? null : String(precio),
      se_compra: values.get('se_compra') !== false,
      se_vende: values.get('se_vende') !== false,
      se_inventaria: tipo === 'producto',
      control: 'ninguno',
      estado,
    } as const
    const id = changes.insert('Articulo', fields)
    const after = { clave, descripcion, tipo, estado }
    changes.record({ model, id, before: null, after, event: null })
    return
  }
  const party = {
    clave,
    razon_social: textOf(row, 'razon_social'),
    rfc: textOf(row, 'rfc'),
    codigo_postal: keys.of(row, 'codigo_postal'),
    estado,
  } as const
  const regimen = keys.of(row, 'regimen_fiscal')
  const id =
    model === 'Cliente'
      ? changes.insert('Cliente', {
          ...party,
          regimen_fiscal: regimen ?? '',
          uso_cfdi: keys.of(row, 'uso_cfdi'),
        })
      : changes.insert('Proveedor', { ...party, regimen_fiscal: regimen })
  const { razon_social, rfc } = party
  changes.record({
    model,
    id,
    before: null,
    after: { clave, razon_social, rfc, estado },
    event: null,
  })
}
