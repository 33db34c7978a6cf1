import { findCatalogIds } from '../../../store/catalogs/catalog-ids.ts'
import type { ActionContext, NativeAction } from '../action.ts'
import { Changes, type MadeFields } from '../changes.ts'
import { STANDARD_CONCEPTS, type StandardConcept } from './decisions/standard-concepts.ts'
import { findConcepts } from './store/concept-store.ts'

const MODEL = 'ConceptoNomina'
const NAME = 'agregar_conceptos'

/**
 * Gives a company the concepts that payroll computes by the law and that it lacks. What it has for one of them stays as
 * it is, also where it has another key or name; a key that it uses for something else gets a number.
 * @source docs/decisions/0295-erp-payroll-run.md
 */
export const agregarConceptos: NativeAction = {
  model: MODEL,
  name: NAME,
  label: 'Agregar conceptos',
  mode: 'native',
  inputs: [],
  emits: [],
  run: add,
}

async function add(context: ActionContext): Promise<unknown> {
  const own = await findConcepts(context.tx, context.caller.empresa)
  const known = new Set(own.map(({ calculo }) => calculo))
  const taken = new Set(own.map(({ clave }) => clave))
  const lacking = STANDARD_CONCEPTS.filter(({ calculo }) => !known.has(calculo))
  const satIds = await findCatalogIds(context, {
    TipoPercepcion: keysOf(lacking, 'percepcion'),
    TipoDeduccion: keysOf(lacking, 'deduccion'),
    TipoOtroPago: keysOf(lacking, 'otro_pago'),
  })
  const changes = new Changes(context, { name: NAME, reason: null })
  const made = lacking.map((concept) => {
    const clave = freeKey(concept.clave, taken)
    taken.add(clave)
    const { nombre, tipo, calculo, sat } = concept
    const fields: MadeFields<typeof MODEL> = {
      clave,
      nombre,
      tipo,
      calculo,
      tipo_percepcion: tipo === 'percepcion' ? satIds.get('TipoPercepcion', sat) : null,
      tipo_deduccion: tipo === 'deduccion' ? satIds.get('TipoDeduccion', sat) : null,
      tipo_otro_pago: tipo === 'otro_pago' ? satIds.get('TipoOtroPago', sat) : null,
      tratamiento_isr: concept.tratamiento,
      integra_sbc: concept.integra,
      base_impuesto_estatal: concept.paysStateTax,
      es_especie: false,
      activo: true,
    }
    const id = changes.insert(MODEL, fields)
    changes.record({
      model: MODEL,
      id,
      before: null,
      after: { clave, nombre, calculo },
      event: null,
    })
    return clave
  })
  await changes.write()
  return { agregados: made }
}

function keysOf(
  concepts: readonly StandardConcept[],
  kind: StandardConcept['tipo'],
): readonly string[] {
  return concepts.filter(({ tipo }) => tipo === kind).map(({ sat }) => sat)
}

function freeKey(clave: string, taken: ReadonlySet<string>): string {
  if (!taken.has(clave)) return clave
  for (let number = 2; ; number += 1) {
    const numbered = `${clave}-${number}`
    if (!taken.has(numbered)) return numbered
  }
}
