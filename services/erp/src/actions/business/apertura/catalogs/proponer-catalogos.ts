import { lineColumn } from '../../../../dictionary/input-shape.ts'
import { ApiError, type ErrorEntry } from '../../../../errors.ts'
import { readCfdi } from '../../../../fiscal/cfdi/xml/read.ts'
import { CFDI_OF_OTHERS, FILES_OBJECTS, NO_CFDI } from '../../../../messages/catalogs-of-cfdi.ts'
import { readRows } from '../../../../store/records/model-rows.ts'
import { jsonInput } from '../../action-inputs.ts'
import type { ActionContext, NativeAction } from '../../action.ts'
import { findKnownCatalogs } from '../store/catalog-store.ts'
import { proposeCatalogs, type TradedCfdi } from './propose-catalogs.ts'

const MODEL = 'Empresa'
// Of one call; of a folder with more, several. A JSON has a million characters at most.
const MAX_FILES = 500

/**
 * Reads CFDI that the company issued or received, and says which customers, suppliers and articles they name, and which
 * of those it has. Nothing is kept, and the SAT is not asked: they only tell names.
 * @source docs/decisions/0283-erp-catalogs-of-cfdi.md
 */
export const proponerCatalogos: NativeAction = {
  model: MODEL,
  name: 'proponer_catalogos',
  label: 'Leer catálogos de CFDI',
  mode: 'native',
  confirmation: 'none',
  inputs: [
    jsonInput(
      {
        name: 'archivos',
        label: 'Archivos',
        help: 'Los XML: [{"nombre": "A-1.xml", "xml": "<cfdi:Comprobante…"}], hasta 500.',
        required: true,
      },
      {
        lines: {
          relation: null,
          key: 'nombre',
          columns: [lineColumn('nombre', 'Nombre'), lineColumn('xml', 'XML')],
        },
      },
    ),
  ],
  emits: [],
  run: propose,
}

interface NamedXml {
  readonly nombre: string
  readonly xml: string
}

async function propose(context: ActionContext): Promise<unknown> {
  const { tx, caller, inputs } = context
  const id = String(caller.empresa)
  const rfc = (await readRows(context, MODEL, { ids: [id], fields: ['rfc'] })).get(id)?.rfc ?? ''
  const problems: { readonly nombre: string; readonly message: ErrorEntry['message'] }[] = []
  const cfdis = filesOf(String(inputs.get('archivos'))).flatMap(
    ({ nombre, xml }): readonly TradedCfdi[] => {
      const read = readCfdi(Buffer.from(xml))
      if (!read.ok) {
        problems.push({ nombre, message: NO_CFDI({ nombre }) })
        return []
      }
      const { comprobante } = read.value
      const isIssued = comprobante.Emisor.Rfc === rfc
      if (isIssued || comprobante.Receptor.Rfc === rfc) return [{ comprobante, isIssued }]
      problems.push({ nombre, message: CFDI_OF_OTHERS({ nombre, rfc }) })
      return []
    },
  )
  const { clientes, proveedores, articulos } = proposeCatalogs(cfdis)
  const known = await findKnownCatalogs(tx, caller.empresa, {
    clientes: clientes.map((party) => party.rfc),
    proveedores: proveedores.map((party) => party.rfc),
    articulos: articulos.map(({ clave, descripcion }) => ({ clave, descripcion })),
  })
  const byRfc = (of: 'clientes' | 'proveedores') => (party: { readonly rfc: string }) => ({
    ...party,
    existe: known[of][party.rfc] ?? null,
  })
  return {
    leidos: cfdis.length,
    problemas: problems,
    clientes: clientes.map(byRfc('clientes')),
    proveedores: proveedores.map(byRfc('proveedores')),
    articulos: articulos.map((article, index) => ({
      ...article,
      existe: known.articulos[index] ?? null,
    })),
  }
}

const MAX_FILE_NAME = 200

/** @throws ApiError VALIDATION */
function filesOf(json: string): readonly NamedXml[] {
  const list: unknown = JSON.parse(json)
  const isFitting = Array.isArray(list) && list.length > 0 && list.length <= MAX_FILES
  const files: readonly unknown[] = isFitting ? list : [null]
  return files.map((item) => {
    const { nombre, xml } = (item ?? {}) as Partial<Record<keyof NamedXml, unknown>>
    if (typeof nombre === 'string' && typeof xml === 'string') {
      return { nombre: nombre.slice(0, MAX_FILE_NAME), xml }
    }
    const message = FILES_OBJECTS({ most: MAX_FILES })
    throw new ApiError([{ code: 'VALIDATION', field: 'archivos', message }])
  })
}
