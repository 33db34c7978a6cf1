import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

interface Concept {
  readonly nombre: string
  readonly naturaleza: 'entrada' | 'salida' | 'traspaso' | 'ajuste'
  /** The account on the other side by the SAT's code, where it is not that of the rule. */
  readonly codigo?: string
}

/** The concepts of movements that documents cause. A company that lost one gets it again when it is used. */
export const STOCK_CONCEPTS = {
  'ENT-COMP': { nombre: 'Entrada por compra', naturaleza: 'entrada' },
  'DEV-PROV': { nombre: 'Devolución a proveedor', naturaleza: 'salida' },
  'SAL-VENTA': { nombre: 'Salida por venta', naturaleza: 'salida' },
  'DEV-CLIE': { nombre: 'Devolución de cliente', naturaleza: 'entrada' },
  TRASPASO: { nombre: 'Traspaso entre almacenes', naturaleza: 'traspaso' },
  AJUSTE: { nombre: 'Ajuste de inventario', naturaleza: 'ajuste' },
  INICIAL: { nombre: 'Existencia inicial', naturaleza: 'entrada', codigo: '304.01' },
  CONSUMO: { nombre: 'Consumo interno', naturaleza: 'salida', codigo: '601.84' },
  REVERSA: { nombre: 'Reversa de un movimiento', naturaleza: 'ajuste' },
} as const satisfies Readonly<Record<string, Concept>>

/** With those that only people use: a movement by hand needs nothing that has to be made first. */
const STARTER_CONCEPTS: Readonly<Record<string, Concept>> = {
  ...STOCK_CONCEPTS,
  ENTRADA: { nombre: 'Otras entradas', naturaleza: 'entrada' },
  SALIDA: { nombre: 'Otras salidas', naturaleza: 'salida' },
}

export const STARTER_CONCEPT_KEYS = Object.keys(STARTER_CONCEPTS)

/** The codes of the accounts that concepts name. */
export function conceptCodes(claves: readonly string[]): readonly string[] {
  return claves.flatMap((clave) => STARTER_CONCEPTS[clave]?.codigo ?? [])
}

/** Gives a company concepts that it has not; `first` is the id of the first one. */
export async function insertStarterConcepts(
  tx: Tx,
  { empresaId, now }: { readonly empresaId: string; readonly now: string },
  change: {
    readonly claves: readonly string[]
    readonly first: number
    /** By the SAT's code. */
    readonly accounts: ReadonlyMap<string, string>
  },
): Promise<void> {
  const rows = change.claves.flatMap((clave, index) => {
    const concept = STARTER_CONCEPTS[clave]
    if (concept === undefined) return []
    const cuenta = change.accounts.get(concept.codigo ?? '') ?? null
    return [{ ...concept, clave, id: change.first + index, cuenta }]
  })
  await tx.execute(sql`
    insert into concepto_inventario (empresa_id, id, creado_en, modificado_en, clave, nombre, naturaleza,
      cuenta_contrapartida, afecta_costo, requiere_autorizacion, requiere_documento, activo)
    select ${empresaId}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.clave, n.nombre, n.naturaleza,
      n.cuenta, true, false, false, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id int8, clave text, nombre text, naturaleza text,
      cuenta int8)`)
}

/** Those of the concepts that a company lacks. */
export async function conceptsMissing(
  tx: Tx,
  empresaId: string,
  claves: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx.query<{ clave: string }>(sql`
    select clave from concepto_inventario where empresa_id = ${empresaId}::int8`)
  const known = new Set(rows.map(({ clave }) => clave))
  return claves.filter((clave) => !known.has(clave))
}
