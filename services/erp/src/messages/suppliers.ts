import { message } from './message.ts'
import { inState } from './states.ts'

// Why nothing is bought from a supplier and nothing paid to it.

interface OfSupplier {
  readonly supplier: string
}

export const SUPPLIER_INACTIVE = message<OfSupplier & { readonly state: string }>({
  en: ({ supplier, state }) =>
    `The supplier ${supplier} is ${state}; it must be activo to be dealt with.`,
  es: ({ supplier, state }, say) => {
    const [now, active] = [state, 'activo'].map((one) =>
      inState(say, { model: 'Proveedor', state: one }),
    )
    return `El proveedor ${supplier} está en ${now}; para comprarle o pagarle debe estar en ${active}.`
  },
})

/** By a publication of the SAT, such as `DEFINITIVO`. */
export const SUPPLIER_LISTED = message<OfSupplier & { readonly listed: string }>({
  en: ({ supplier, listed }) =>
    `The supplier ${supplier} is on the list of article 69-B of the SAT (${listed}). Where that is mistaken, its ListaNegraProveedor is made aclarada.`,
  es: ({ supplier, listed }, say) => {
    const model = 'ListaNegraProveedor'
    const cleared = inState(say, { model, state: 'aclarada' })
    return (
      `El proveedor ${supplier} está en la lista del artículo 69-B del SAT (${listed}). Si es un error, pon en ` +
      `${cleared} su registro de ${say.model(model)}.`
    )
  },
})
