import { message } from './message.ts'

// What is told of customers, suppliers and articles that are taken from CFDI.

export const FILES_OBJECTS = message<{ readonly most: number }>({
  en: ({ most }) => `archivos must be a list of 1 to ${most} objects with nombre and xml.`,
  es: ({ most }) => `Los archivos deben ser una lista de 1 a ${most} objetos con nombre y xml.`,
})

export const NO_CFDI = message<{ readonly nombre: string }>({
  en: ({ nombre }) => `${nombre} is no CFDI 4.0 or 3.3 that can be read.`,
  es: ({ nombre }) => `${nombre} no es un CFDI 4.0 o 3.3 que se pueda leer.`,
})

export const CFDI_OF_OTHERS = message<{ readonly nombre: string; readonly rfc: string }>({
  en: ({ nombre, rfc }) => `${nombre} is neither from nor to ${rfc}.`,
  es: ({ nombre, rfc }) => `${nombre} no lo emitió ni lo recibió ${rfc}.`,
})

export const PROPOSALS_OBJECTS = message<{ readonly name: string }>({
  en: ({ name }) => `${name} must be a list of objects.`,
  es: ({ name }) => `${name} debe ser una lista de objetos.`,
})

export const TOO_MANY_PROPOSALS = message<{ readonly most: number }>({
  en: ({ most }) => `At most ${most} records are made at once.`,
  es: ({ most }) => `Se crean como máximo ${most} registros a la vez.`,
})

export const NOTHING_CHOSEN = message({
  en: () => 'Nothing was chosen: give clientes, proveedores or articulos.',
  es: () => 'No se eligió nada: da clientes, proveedores o artículos.',
})

export const NO_SUCH_COLUMN = message<{
  readonly column: string
  readonly known: readonly string[]
}>({
  en: ({ column, known }) => `There is no ${column}; there are ${known.join(', ')}.`,
  es: ({ column, known }) => `No hay «${column}»; hay ${known.join(', ')}.`,
})

export const KEY_NOT_IN_CATALOG = message<{
  readonly field: string
  readonly model: string
  readonly shown: string
}>({
  en: ({ field, model, shown }) => `${field}: ${model} has no ${shown}.`,
  es: ({ field, model, shown }, say) =>
    `${say.field(field)}: no hay «${shown}» en ${say.model(model)}.`,
})

export const LEFT_OUT = message<{
  readonly field: string
  readonly model: string
  readonly count: number
}>({
  en: ({ field, model, count }) =>
    `${count} records have no ${field}, since ${model} lacks their key: load the catalog and complete them.`,
  es: ({ field, model, count }, say) =>
    `${count} registros quedaron sin ${say.field(field)}: a ${say.model(model)} le falta su clave; carga el catálogo y complétalos.`,
})

export const RECORD_THERE = message<{ readonly model: string; readonly shown: string }>({
  en: ({ model, shown }) => `There is a ${model} ${shown} already.`,
  es: ({ model, shown }, say) => `Ya hay un registro «${shown}» en ${say.model(model)}.`,
})
