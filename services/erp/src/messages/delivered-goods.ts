import { message } from './message.ts'
import type { Speech } from './speech.ts'

// What becomes of the goods of a delivered sale whose invoice is cancelled.

interface OfSale {
  readonly id: string
}

function goods(say: Speech, value: string): string {
  return `«${say.choice(value, { model: 'CfdiCancelacion', field: 'mercancia' })}»`
}

export const GOODS_UNSAID = message<OfSale & { readonly allowed: readonly string[] }>({
  en: ({ id, allowed }) =>
    `mercancia: Venta ${id} has delivered goods: say what becomes of them (${allowed.join(', ')}).`,
  es: ({ id, allowed }, say) =>
    `${say.field('mercancia')}: ${say.model('Venta')} ${id} tiene mercancía entregada: ` +
    `di qué pasa con ella (${say.any(allowed.map((value) => goods(say, value)))}).`,
})

export const GOODS_STAY_OUT = message<OfSale>({
  en: ({ id }) =>
    `mercancia: Venta ${id} did take place, since its goods stay out: with motivo_sat 03 they come back (regresa).`,
  es: ({ id }, say) =>
    `${say.field('mercancia')}: ${say.model('Venta')} ${id} sí se llevó a cabo, pues su mercancía ` +
    `no regresa: con el motivo 03 del SAT tiene que regresar (${goods(say, 'regresa')}).`,
})

export const GOODS_CAME_BACK = message<OfSale>({
  en: ({ id }) =>
    `mercancia: Venta ${id} has goods that came back by a DevolucionVenta: bring back the rest by another one, or cancel it first.`,
  es: ({ id }, say) =>
    `${say.field('mercancia')}: de ${say.model('Venta')} ${id} ya se devolvió mercancía con una ` +
    'devolución de venta: devuelve el resto con otra, o cancela antes la que hay.',
})

export const GOODS_WITHOUT_SUBSTITUTE = message<OfSale>({
  en: ({ id }) =>
    `mercancia: Venta ${id} has no substitute: pasa_al_sustituto goes with motivo_sat 01 and the UUID of another Venta.`,
  es: ({ id }, say) =>
    `${say.field('mercancia')}: ${say.model('Venta')} ${id} no tiene sustituto: ` +
    `${goods(say, 'pasa_al_sustituto')} va con el motivo 01 del SAT y el UUID de otra venta.`,
})

export const GOODS_WITHOUT_LINE = message<OfSale & { readonly substitute: string }>({
  en: ({ id, substitute }) =>
    `mercancia: Venta ${id} delivered what Venta ${substitute} has no line for: the same article and unit, as many of them, none delivered.`,
  es: ({ id, substitute }, say) =>
    `${say.field('mercancia')}: de ${say.model('Venta')} ${id} se entregó algo para lo que ${say.model('Venta')} ` +
    `${substitute} no tiene renglón: el mismo artículo y unidad, la misma cantidad y nada entregado.`,
})

export const NO_LINE_FOR_GOODS = message<OfSale & { readonly substitute: string }>({
  en: ({ id, substitute }) =>
    `Venta ${substitute} has no line left for what Venta ${id} delivered.`,
  es: ({ id, substitute }, say) =>
    `A ${say.model('Venta')} ${substitute} no le queda ningún renglón para lo que se entregó de ${say.model('Venta')} ${id}.`,
})
