import { dependentsIn, type ReferringRecords } from './dependents.ts'
import { message } from './message.ts'

// Why a record is not written or not deleted.

interface OfField {
  readonly field: string
  readonly model: string
}

export const NUMBER_TOO_LARGE = message({
  en: () => 'A number is too large for its field.',
  es: () => 'Un número es demasiado grande para su campo.',
})

interface SameFields {
  readonly model: string
  readonly fields: readonly string[]
}

export const ANOTHER_HAS_SAME = message<SameFields>({
  en: ({ model, fields }) => `Another ${model} has the same ${fields.join(', ')}.`,
  es: ({ model, fields }, say) =>
    `Otro registro de ${say.model(model)} tiene el mismo valor en ${say.all(fields.map((name) => say.field(name, model)))}.`,
})

export const ROW_HAS_SAME = message<SameFields & { readonly row: number }>({
  en: ({ row, fields }) => `Row ${row} has the same ${fields.join(', ')}.`,
  es: ({ row, model, fields }, say) =>
    `La fila ${row} tiene el mismo valor en ${say.all(fields.map((name) => say.field(name, model)))}.`,
})

/** A reference to what is not there. */
export const NO_SUCH = message<OfField & { readonly target: string }>({
  en: ({ field, target }) => `${field}: there is no such ${target}.`,
  es: ({ field, model, target }, say) =>
    `${say.field(field, model)}: no existe ese registro de ${say.model(target)}.`,
})

/** The same, where it is known what was referred to. */
export const NO_SUCH_ID = message<{
  readonly field: string
  /** None where an input of an action refers to it. */
  readonly model?: string
  readonly target: string
  readonly id: string
}>({
  en: ({ field, target, id }) => `${field}: there is no ${target} with id ${id}.`,
  es: ({ field, model, target, id }, say) =>
    `${say.field(field, model)}: no hay ningún registro de ${say.model(target)} con el id ${id}.`,
})

export const REFERRED_TO = message<{ readonly model: string }>({
  en: ({ model }) => `The ${model} cannot be deleted: other records refer to it.`,
  es: ({ model }, say) =>
    `El registro de ${say.model(model)} no se puede eliminar: otros registros lo usan.`,
})

/** Several records are deleted where there is no id. */
export const CANNOT_BE_DELETED = message<
  ReferringRecords & { readonly model: string; readonly id: string | null }
>({
  en: ({ model, id, counts, others }, say) =>
    id === null
      ? `${model} cannot be deleted: other records refer to it (${dependentsIn(say, { counts, others })}).`
      : `${model} ${id} cannot be deleted: other records refer to it (${dependentsIn(say, { counts, others })}).`,
  es: ({ model, id, counts, others }, say) =>
    id === null
      ? `Los registros de ${say.model(model)} no se pueden eliminar: otros los usan (${dependentsIn(say, { counts, others })}).`
      : `${say.model(model)} ${id} no se puede eliminar: otros registros lo usan (${dependentsIn(say, { counts, others })}).`,
})

export const CHANGED_SINCE = message({
  en: () => 'The record has been changed. Read it again.',
  es: () => 'Alguien cambió el registro. Léelo de nuevo.',
})

export const STALE = message<{ readonly version: string | null; readonly sent: string | null }>({
  en: ({ version, sent }) =>
    `The record is at version ${version}; you sent ${sent}. Read it again.`,
  es: ({ version, sent }) =>
    `El registro va en la versión ${version}; enviaste la ${sent}. Léelo de nuevo.`,
})

const OPERATIONS = { create: 'crear', update: 'modificar', delete: 'eliminar' } as const

export const WRITTEN_BY_SERVICE_ALONE = message<{
  readonly model: string
  readonly operation: keyof typeof OPERATIONS
}>({
  en: ({ model, operation }) =>
    `${model} does not allow ${operation}: only the service itself writes it.`,
  es: ({ model, operation }, say) =>
    `${say.model(model)} no se puede ${OPERATIONS[operation]}: sólo lo escribe el propio servicio.`,
})

interface ByRight {
  readonly right: string
  readonly model: string
}

export const RULE_KEEPS_FROM = message<ByRight & { readonly id: string }>({
  en: ({ right, model, id }) => `A rule of your profile keeps you from ${right} on ${model} ${id}.`,
  es: ({ right, model, id }, say) =>
    `Una regla de tu perfil no te permite ${say.field(right)} en ${say.model(model)} ${id}.`,
})

export const RULE_KEEPS_FROM_ALL = message<ByRight>({
  en: ({ right, model }) => `A rule of your profile keeps you from ${right} on ${model}.`,
  es: ({ right, model }, say) =>
    `Una regla de tu perfil no te permite ${say.field(right)} en ${say.model(model)}.`,
})

export const RULE_ALLOWS_NO_SUCH = message<{ readonly model: string }>({
  en: ({ model }) => `A rule of your profile allows no ${model} with these values.`,
  es: ({ model }, say) =>
    `Una regla de tu perfil no permite un registro de ${say.model(model)} con estos valores.`,
})

export const OWN_ANCESTOR = message<OfField & { readonly id: string; readonly through: string }>({
  en: ({ field, model, id, through }) =>
    `${field}: ${model} ${id} would be its own ancestor through ${model} ${through}.`,
  es: ({ field, model, id, through }, say) =>
    `${say.field(field, model)}: ${say.model(model)} ${id} sería su propio superior a través de ${say.model(model)} ${through}.`,
})
