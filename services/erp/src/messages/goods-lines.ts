import { message } from './message.ts'

// What is wrong with a line of a delivery or of a return.

interface OfLine {
  readonly line: number
}

interface OfArticle extends OfLine {
  readonly article: string
}

export const NO_SUCH_LINE = message<OfLine>({
  en: ({ line }) => `Line ${line}: there is no such line.`,
  es: ({ line }) => `Renglón ${line}: no existe.`,
})

export const NO_ARTICLE_TO_DELIVER = message<OfLine>({
  en: ({ line }) => `Line ${line}: it has no articulo to deliver.`,
  es: ({ line }) => `Renglón ${line}: no tiene un artículo que entregar.`,
})

export const DELIVERY_NAMES_NO_SALE = message<OfLine>({
  en: ({ line }) => `Line ${line}: it is of a sale, which the delivery does not name.`,
  es: ({ line }, say) =>
    `Renglón ${line}: es de una venta que la remisión no indica en ${say.field('venta')}.`,
})

export const RETURN_NAMES_NO_SALE = message<OfLine>({
  en: ({ line }) => `Line ${line}: it is of a sale, which the return does not name.`,
  es: ({ line }, say) =>
    `Renglón ${line}: es de una venta que la devolución no indica en ${say.field('venta')}.`,
})

export const LINE_OF_OTHER_SALE = message<OfLine & { readonly sale: string }>({
  en: ({ line, sale }) => `Line ${line}: venta_partida must be a line of Venta ${sale}.`,
  es: ({ line, sale }, say) =>
    `Renglón ${line}: ${say.field('venta_partida')} debe ser un renglón de ${say.model('Venta')} ${sale}.`,
})

export const NOT_WHAT_WAS_SOLD = message<OfArticle>({
  en: ({ line, article }) => `Line ${line}: Articulo ${article} is not what was sold.`,
  es: ({ line, article }) => `Renglón ${line}: el artículo ${article} no es el que se vendió.`,
})

export const NO_SERIAL_NUMBER = message<OfArticle & { readonly serial: string }>({
  en: ({ line, article, serial }) =>
    `Line ${line}: Articulo ${article} has no serial number ${serial}.`,
  es: ({ line, article, serial }) =>
    `Renglón ${line}: el artículo ${article} no tiene el número de serie ${serial}.`,
})

export const OTHER_UNIT_THAN_SOLD = message<OfLine>({
  en: ({ line }) => `Line ${line}: it must be the unit in which it was sold.`,
  es: ({ line }) => `Renglón ${line}: debe ser la unidad en que se vendió.`,
})

export const PUT_ASIDE_ELSEWHERE = message<OfLine>({
  en: ({ line }) => `Line ${line}: what was put aside for it lies in another warehouse.`,
  es: ({ line }) => `Renglón ${line}: lo apartado está en otro almacén.`,
})

export const MORE_THAN_SOLD = message<
  OfArticle & {
    readonly ordered: string
    readonly already: string
    readonly left: string
    readonly asked: string
  }
>({
  en: ({ line, article, ordered, already, left, asked }) =>
    `Line ${line}: ${ordered} of Articulo ${article} were sold and ${already} delivered; ${left} are left, not ${asked}.`,
  es: ({ line, article, ordered, already, left, asked }, say) =>
    `Renglón ${line}, artículo ${article}: vendido ${say.amount(ordered)}, entregado ${say.amount(already)}; ` +
    `queda por entregar ${say.amount(left)}, no ${say.amount(asked)}.`,
})

export const MORE_THAN_DELIVERED = message<
  OfArticle & {
    readonly delivered: string
    readonly back: string
    readonly left: string
    readonly asked: string
  }
>({
  en: ({ line, article, delivered, back, left, asked }) =>
    `Line ${line}: ${delivered} of Articulo ${article} were delivered and ${back} came back; ${left} can still come back, not ${asked}.`,
  es: ({ line, article, delivered, back, left, asked }, say) =>
    `Renglón ${line}, artículo ${article}: entregado ${say.amount(delivered)}, devuelto ${say.amount(back)}; ` +
    `todavía se puede devolver ${say.amount(left)}, no ${say.amount(asked)}.`,
})

export const INSPECTION_REQUIRED = message<OfLine>({
  en: ({ line }) => `Line ${line}: the reason of the return wants it inspected: say its dictamen.`,
  es: ({ line }, say) =>
    `Renglón ${line}: el motivo de la devolución pide inspeccionarlo: captura ${say.field('dictamen')}.`,
})

export const ACCEPTED_WITHIN = message<
  OfLine & { readonly accepted: string; readonly most: string }
>({
  en: ({ line, accepted, most }) =>
    `Line ${line}: cantidad_aceptada is ${accepted}, but must lie between 0 and ${most}.`,
  es: ({ line, accepted, most }, say) =>
    `Renglón ${line}: ${say.field('cantidad_aceptada')} es ${say.amount(accepted)}, pero debe estar entre 0 y ${say.amount(most)}.`,
})

export const WAREHOUSE_OF_OTHER_KIND = message<
  OfLine & { readonly dictum: string; readonly warehouse: string }
>({
  en: ({ line, dictum, warehouse }) =>
    `Line ${line}: what is ${dictum} lies in a warehouse of that kind, which Almacen ${warehouse} is not.`,
  es: ({ line, dictum, warehouse }, say) => {
    const told = say.choice(dictum, { model: 'DevolucionVentaPartida', field: 'dictamen' })
    return `Renglón ${line}: lo dictaminado como «${told}» va a un almacén de ese tipo, y el almacén ${warehouse} no lo es.`
  },
})

export const SALE_NOT_DELIVERED = message<{ readonly sale: string; readonly state: string }>({
  en: ({ sale, state }) => `Venta ${sale} is ${state}; nothing of it was delivered.`,
  es: ({ sale, state }, say) =>
    `${say.model('Venta')} ${sale} está en «${say.choice(state, { model: 'Venta', field: 'estado' })}»; no se ha entregado nada de ella.`,
})
