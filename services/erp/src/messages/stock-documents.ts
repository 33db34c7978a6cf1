import { message } from './message.ts'
import { inState } from './states.ts'

// What is wrong with documents of stock: adjustments, closings, counts, movements, requests and transfers.

interface OfDocument {
  readonly id: string
}

interface OfLine {
  readonly line: number
}

/** `reason`: of the adjustment. */
export const LOSS_BELOW_ZERO = message<
  OfLine & { readonly reason: string; readonly given: string }
>({
  en: ({ line, reason, given }) =>
    `Line ${line}: of ${reason} cantidad is below zero, not ${given}.`,
  es: ({ line, reason, given }, say) => {
    const motive = say.choice(reason, { model: 'AjusteInventario', field: 'motivo' })
    return `Renglón ${line}: con motivo «${motive}», ${say.field('cantidad')} debe ser menor que cero, no ${say.amount(given)}.`
  },
})

export const CLOSING_NOT_OVER = message<OfDocument & { readonly today: string }>({
  en: ({ id, today }) => `CierreInventario ${id}: its period has not ended before ${today}.`,
  es: ({ id, today }, say) =>
    `${say.model('CierreInventario')} ${id}: su periodo aún no termina hoy, ${today}.`,
})

export const CLOSING_NOT_LAST = message<OfDocument & { readonly period: string }>({
  en: ({ id, period }) =>
    `CierreInventario ${id}: ${period} is closed too and must be reopened first.`,
  es: ({ id, period }, say) =>
    `${say.model('CierreInventario')} ${id}: ${period} también está cerrado; reábrelo primero.`,
})

export const SUPPLIES_TOO_MUCH = message<
  OfLine & { readonly left: string; readonly given: string }
>({
  en: ({ line, left, given }) =>
    `Line ${line}: ${left} of what was asked for is missing, not ${given}.`,
  es: ({ line, left, given }, say) =>
    `Renglón ${line}: de lo solicitado falta surtir ${say.amount(left)}, no ${say.amount(given)}.`,
})

export const ARRIVES_TOO_MUCH = message<OfLine & { readonly left: string; readonly given: string }>(
  {
    en: ({ line, left, given }) => `Line ${line}: ${left} is under way, not ${given}.`,
    es: ({ line, left, given }, say) =>
      `Renglón ${line}: viene en camino ${say.amount(left)}, no ${say.amount(given)}.`,
  },
)

export const QUANTITY_OF_LINE = message<{ readonly place: string }>({
  en: ({ place }) =>
    `${place} must be {"partida": number, "cantidad": quantity above zero}, each line once.`,
  es: ({ place }, say) =>
    `${say.field(place)} debe ser {"partida": número, "cantidad": cantidad mayor que cero}, cada renglón una sola vez.`,
})

export const MUST_NOT_BE_ZERO = message<{ readonly field: string }>({
  en: ({ field }) => `${field} must not be zero.`,
  es: ({ field }, say) => `${say.field(field)} no debe ser cero.`,
})

// Of counts.

export const NOT_COUNTED = message<OfLine>({
  en: ({ line }) => `Line ${line} was not counted.`,
  es: ({ line }) => `Falta contar el renglón ${line}.`,
})

export const COUNTED_TOO_FEW = message<OfLine & { readonly done: number; readonly wanted: number }>(
  {
    en: ({ line, done, wanted }) => `Line ${line} was counted ${done} of ${wanted} times.`,
    es: ({ line, done, wanted }) =>
      `Al renglón ${line} le faltan conteos: lleva ${done} de ${wanted}.`,
  },
)

export const COUNTS_IN_COUNTING = message<OfDocument & { readonly state: string }>({
  en: ({ id, state }) => `InventarioFisico ${id} is ${state}; it counts in en_conteo.`,
  es: ({ id, state }, say) => {
    const model = 'InventarioFisico'
    const [now, counting] = [state, 'en_conteo'].map((one) => inState(say, { model, state: one }))
    return `${say.model(model)} ${id} está en ${now}; sólo se cuenta en ${counting}.`
  },
})

// Of movements.

export const REVERSAL_IS_FINAL = message<OfDocument & { readonly reversed: string }>({
  en: ({ id, reversed }) => `MovimientoInventario ${id} takes ${reversed} back and is final.`,
  es: ({ id, reversed }, say) =>
    `${say.model('MovimientoInventario')} ${id} revierte el movimiento ${reversed} y es definitivo.`,
})

export const MOVEMENT_OF_DOCUMENT = message<
  OfDocument & { readonly model: string; readonly record: string | null }
>({
  en: ({ id, model, record }) =>
    `MovimientoInventario ${id} is of ${model} ${record}, whose actions take it back.`,
  es: ({ id, model, record }, say) =>
    `${say.model('MovimientoInventario')} ${id} es de ${say.model(model)} ${record ?? ''}: cancélalo con las acciones de ese documento.`,
})

export const CONCEPT_INACTIVE = message({
  en: () => 'concepto: the concept is not active.',
  es: (_, say) => `${say.field('concepto')}: el concepto no está activo.`,
})

export const MOVES_LATER = message<{ readonly day: string }>({
  en: ({ day }) => `fecha: ${day} has not come yet.`,
  es: ({ day }, say) => `${say.field('fecha')}: ${day} todavía no llega.`,
})

export const MOVES_NOWHERE = message({
  en: () => 'almacen_destino: a movement between warehouses says where to.',
  es: (_, say) =>
    `Falta ${say.field('almacen_destino')}: un movimiento entre almacenes dice a dónde va.`,
})

export const LINE_COST_DIFFERS = message<
  OfLine & {
    readonly importe: string
    readonly cantidad: string
    readonly cost: string
    readonly made: string
  }
>({
  en: ({ line, importe, cantidad, cost, made }) =>
    `importe: line ${line}: importe is ${importe}, but cantidad ${cantidad} × costo_unitario ${cost} make ${made}.`,
  es: ({ line, importe, cantidad, cost, made }, say) =>
    `Renglón ${line}: ${say.field('importe')} es ${say.amount(importe)}, pero ${say.field('cantidad')} ` +
    `${say.amount(cantidad)} × ${say.field('costo_unitario')} ${say.amount(cost)} da ${say.amount(made)}.`,
})

// Of revaluations.

export const REVALUES_NOTHING = message<OfDocument>({
  en: ({ id }) => `RevaluacionInventario ${id} has no lines that change a value.`,
  es: ({ id }, say) =>
    `${say.model('RevaluacionInventario')} ${id} no tiene renglones que cambien un valor.`,
})

export const REVALUES_NOWHERE = message({
  en: () => 'almacen: it says where the stock is.',
  es: (_, say) => `Falta ${say.field('almacen')}: dice dónde están las existencias.`,
})
