import { COMPRAS_MOVES } from './moves/compras.ts'
import { CONTABILIDAD_MOVES } from './moves/contabilidad.ts'
import { CUENTAS_POR_COBRAR_MOVES } from './moves/cuentas-por-cobrar.ts'
import { CUENTAS_POR_PAGAR_MOVES } from './moves/cuentas-por-pagar.ts'
import { INVENTARIO_MOVES } from './moves/inventario.ts'
import { NOMINA_MOVES } from './moves/nomina.ts'
import { PUNTO_DE_VENTA_MOVES } from './moves/punto-de-venta.ts'
import { RECURSOS_HUMANOS_MOVES } from './moves/recursos-humanos.ts'
import { TESORERIA_MOVES } from './moves/tesoreria.ts'
import { VENTAS_MOVES } from './moves/ventas.ts'
import { sourcesOf, type Move } from './states.ts'

/** What actions move documents from one state to another, as the dictionary says (`moves/`, written by `npm run rows`). */
const MOVES = {
  ...COMPRAS_MOVES,
  ...CONTABILIDAD_MOVES,
  ...CUENTAS_POR_COBRAR_MOVES,
  ...CUENTAS_POR_PAGAR_MOVES,
  ...INVENTARIO_MOVES,
  ...NOMINA_MOVES,
  ...PUNTO_DE_VENTA_MOVES,
  ...RECURSOS_HUMANOS_MOVES,
  ...TESORERIA_MOVES,
  ...VENTAS_MOVES,
}

/** The models whose documents actions move. */
export type MovedModel = keyof typeof MOVES

/** The actions that move documents of a model. */
export type ActionOn<M extends MovedModel> = (typeof MOVES)[M][number]['by']

/** What actions move documents of a model. */
export function movesOf(model: MovedModel): readonly Move[] {
  return MOVES[model]
}

/** The states from which an action moves documents of a model. */
export function statesBefore(model: MovedModel, action: string): readonly string[] {
  return sourcesOf(movesOf(model), action)
}
