import type { ActionContext } from '../action.ts'
import { planStock } from './decisions/plan-stock.ts'
import { writeStock } from './effects/write-stock.ts'
import { lockStockFacts, type StockNeeds } from './lock-stock-facts.ts'
import type { StockMovement, StockOutcome } from './stock-movement.ts'

/**
 * Moves stock in the caller's transaction: every movement whole or, with its reasons, not at all, each seeing what those
 * before it left. To be called after everything that may refuse a record, and before numbers of other counters are
 * taken.
 * @source docs/decisions/0243-erp-stock.md
 */
export async function moveStock(
  context: ActionContext,
  movements: readonly StockMovement[],
): Promise<StockOutcome> {
  const facts = await lockStockFacts(context, needsOf(movements))
  const plan = planStock(facts, movements)
  const moved = plan.movements.length === 0 ? new Map() : await writeStock(context, plan)
  return { moved, refused: plan.refused }
}

function needsOf(movements: readonly StockMovement[]): StockNeeds {
  const lines = movements.flatMap((movement) => movement.lines)
  return {
    keys: lines
      .flatMap(({ articulo, lote, from, to }) =>
        [from, to].flatMap((place) => (place === null ? [] : [{ articulo, lote, ...place }])),
      )
      .concat(
        lines.flatMap(({ articulo, transit }) =>
          transit === undefined
            ? []
            : [{ articulo, almacen: transit.almacen, ubicacion: null, lote: null }],
        ),
      ),
    series: lines.map(({ serie }) => serie),
    reservas: lines.map(({ reserva }) => reserva),
    exits: lines.map(({ reversa }) => reversa),
  }
}
