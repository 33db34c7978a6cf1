import { message } from './message.ts'

// What a month's taxes lack: the IVA that was withheld, and the DIOT.

interface OfPeriod {
  readonly period: string
}

export const NO_IVA_CREDITED = message<OfPeriod>({
  en: ({ period }) => `No IVA that was withheld in ${period} is credited.`,
  es: ({ period }) => `No hay IVA retenido de ${period} que esté acreditado.`,
})

export const IVA_REMITTED_LATER = message<
  OfPeriod & { readonly day: string; readonly end: string; readonly today: string }
>({
  en: ({ period, day, end, today }) =>
    `fecha is ${day}; what was withheld in ${period} is remitted after ${end}, and not after today, ${today}.`,
  es: ({ period, day, end, today }, say) =>
    `${say.field('fecha')} es ${day}; lo retenido en ${period} se entera después del ${end} y a más tardar hoy, ${today}.`,
})

export const NO_IVA_LEFT = message<OfPeriod & { readonly withheld: string }>({
  en: ({ period, withheld }) =>
    `Of the IVA withheld in ${period}, ${withheld}, nothing is left to be credited.`,
  es: ({ period, withheld }, say) =>
    `Del IVA retenido en ${period}, ${say.amount(withheld)}, ya no queda nada por acreditar.`,
})

export const DIOT_ASKS_ABROAD = message<{
  readonly supplier: string
  readonly missing: readonly string[]
}>({
  en: ({ supplier, missing }) =>
    `The DIOT asks of a supplier abroad ${missing.join(' and ')}, which Proveedor ${supplier} has not.`,
  es: ({ supplier, missing }, say) => {
    const fields = say.all(missing.map((name) => say.field(name, 'Proveedor')))
    return missing.length === 1
      ? `Al proveedor ${supplier} le falta ${fields}: la DIOT lo pide de un proveedor extranjero.`
      : `Al proveedor ${supplier} le faltan ${fields}: la DIOT los pide de un proveedor extranjero.`
  },
})
