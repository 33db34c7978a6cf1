import type { Registry } from '../../../../dictionary/types.ts'
import { ApiError, type ErrorEntry } from '../../../../errors.ts'
import { NO_SUCH_COLUMN, PROPOSALS_OBJECTS } from '../../../../messages/catalogs-of-cfdi.ts'
import { IS_REQUIRED } from '../../../../messages/requests.ts'
import { FIELD_IS } from '../../../../messages/values.ts'
import type { FieldValue } from '../../../../query/field-value.ts'
import { parseInput } from '../../../../query/input-value.ts'
import { JsonNumber, parseExactJson } from '../../../../query/json-number.ts'

export type Catalog = 'Cliente' | 'Proveedor' | 'Articulo'

/** A proposal that somebody chose, perhaps with another key or name. */
export interface ChosenRow {
  readonly model: Catalog
  /** Where it stands, such as `clientes[0]`. */
  readonly place: string
  /** By field; references as keys of the SAT. */
  readonly values: ReadonlyMap<string, FieldValue>
}

/** Where chosen records of a model come, and which of their fields a proposal fills. */
export const CATALOGS = [
  {
    input: 'clientes',
    label: 'Clientes',
    model: 'Cliente',
    fields: ['clave', 'rfc', 'razon_social', 'regimen_fiscal', 'codigo_postal', 'uso_cfdi'],
    required: ['rfc', 'razon_social', 'regimen_fiscal'],
  },
  {
    input: 'proveedores',
    label: 'Proveedores',
    model: 'Proveedor',
    fields: ['clave', 'rfc', 'razon_social', 'regimen_fiscal', 'codigo_postal'],
    required: ['rfc', 'razon_social'],
  },
  {
    input: 'articulos',
    label: 'Artículos',
    model: 'Articulo',
    fields: [
      'clave',
      'descripcion',
      'tipo',
      'clave_prod_serv',
      'unidad',
      'objeto_impuesto',
      'precio_base',
      'se_compra',
      'se_vende',
    ],
    required: ['clave', 'descripcion', 'unidad'],
  },
] as const

// What a proposal says besides, which the chosen one may still have.
const TOLD: ReadonlySet<string> = new Set(['veces', 'existe', 'uso_cfdi'])
const MAX_KEY = 20
const MAX_PROBLEMS = 50

/** The rows of an input. @throws ApiError VALIDATION, UNKNOWN_FIELD */
export function chosenRows(
  registry: Registry,
  catalog: (typeof CATALOGS)[number],
  json: string,
): readonly ChosenRow[] {
  const { input, model, fields } = catalog
  const list = parseExactJson(json)
  const items: readonly unknown[] = Array.isArray(list) ? list : [null]
  const problems: ErrorEntry[] = []
  const rows = items.map((item, index) => {
    if (
      typeof item !== 'object' ||
      item === null ||
      Array.isArray(item) ||
      item instanceof JsonNumber
    ) {
      const message = PROPOSALS_OBJECTS({ name: input })
      throw new ApiError([{ code: 'VALIDATION', field: input, message }])
    }
    const place = `${input}[${index}]`
    const given = new Map<string, unknown>(Object.entries(item))
    for (const name of given.keys()) {
      if (TOLD.has(name) || fields.some((field) => field === name)) continue
      const message = NO_SUCH_COLUMN({ column: name.slice(0, 60), known: fields })
      throw new ApiError([{ code: 'UNKNOWN_FIELD', field: place, message }])
    }
    return { model, place, values: valuesOf(registry, catalog, { given, place, problems }) }
  })
  if (problems.length > 0) throw new ApiError(problems.slice(0, MAX_PROBLEMS))
  return rows
}

function valuesOf(
  registry: Registry,
  { model: name, fields, required }: (typeof CATALOGS)[number],
  row: {
    readonly given: ReadonlyMap<string, unknown>
    readonly place: string
    readonly problems: ErrorEntry[]
  },
): ReadonlyMap<string, FieldValue> {
  const model = registry.models.get(name)
  if (model === undefined) throw new Error(`the dictionary has no ${name}`)
  const values = new Map<string, FieldValue>()
  for (const wanted of fields) {
    const field = model.fieldByName.get(wanted)
    if (field === undefined) throw new Error(`${name} has no ${wanted}`)
    const told = { code: 'VALIDATION' as const, field: `${row.place}.${wanted}` }
    const given = row.given.get(wanted) ?? null
    const isNeeded = required.some((needed) => needed === wanted)
    if (given === null || given === '') {
      if (isNeeded) row.problems.push({ ...told, message: IS_REQUIRED({ field: wanted }) })
      continue
    }
    const asKey = { ...field, type: 'text' as const, length: MAX_KEY }
    const parsed = parseInput(field.type === 'reference' ? asKey : field, given)
    if (!parsed.ok) {
      row.problems.push({ ...told, message: FIELD_IS({ field: wanted, what: parsed.error }) })
    } else if (parsed.value !== null) values.set(wanted, parsed.value)
  }
  return values
}
