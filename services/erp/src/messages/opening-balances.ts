import { message } from './message.ts'

// Why a balance of before is not recognized by an entry.

export const BALANCE_ABOVE_ZERO = message({
  en: () => 'A balance is above zero.',
  es: () => 'El saldo debe ser mayor que cero.',
})

export const BALANCE_NOT_IN_ENTRY = message<{ readonly balance: string; readonly left: string }>({
  en: ({ balance, left }) =>
    `The balance is ${balance} in the company's currency, and its entry holds ${left} of this party that no other has.`,
  es: ({ balance, left }, say) =>
    `El saldo es de ${say.amount(balance)} en la moneda de la empresa, y en la póliza sólo quedan ${say.amount(left)} ` +
    `de este proveedor o cliente que no sean de otro saldo.`,
})

interface OfEntry {
  readonly id: string
}

export const NO_SUCH_ENTRY = message<OfEntry>({
  en: ({ id }) => `There is no Poliza with id ${id}.`,
  es: ({ id }) => `No hay ninguna póliza con el id ${id}.`,
})

export const ENTRY_OF_DOCUMENT = message<OfEntry>({
  en: ({ id }) => `Poliza ${id} was made by a document, and opens nothing.`,
  es: ({ id }) => `La póliza ${id} viene de un documento; no es de apertura.`,
})

export const ENTRY_NOT_APPLIED = message<OfEntry & { readonly state: string }>({
  en: ({ id, state }) => `Poliza ${id} is ${state}; it must be aplicada.`,
  es: ({ id, state }, say) => {
    const of = { model: 'Poliza', field: 'estado' }
    return `La póliza ${id} está en «${say.choice(state, of)}»; debe estar en «${say.choice('aplicada', of)}».`
  },
})
