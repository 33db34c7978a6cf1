import { message } from './message.ts'
import { OR_MEANT, type UnknownName } from './or-meant.ts'

// What is wrong with the body of a write.

interface OfField {
  readonly field: string
  readonly model: string
}

export const WRITTEN_BY_ACTION = message<OfField & { readonly actions: readonly string[] }>({
  en: ({ field, actions }) =>
    `${field} cannot be written: only the action ${actions.join(' or ')} changes it.`,
  es: ({ field, model, actions }, say) =>
    `${say.field(field, model)} no se puede escribir: sólo lo cambia la acción ${say.any(actions.map((name) => say.field(name)))}.`,
})

export const WRITTEN_BY_SERVICE = message<OfField>({
  en: ({ field }) => `${field} cannot be written: the service keeps it itself.`,
  es: ({ field, model }, say) =>
    `${say.field(field, model)} no se puede escribir: el propio servicio lo lleva.`,
})

export const ONLY_READ = message<OfField>({
  en: ({ field }) => `${field} cannot be written: your profile may only read it.`,
  es: ({ field, model }, say) =>
    `${say.field(field, model)} no se puede escribir: tu perfil sólo puede leerlo.`,
})

export const REQUIRED_BUT_WITHHELD = message<OfField>({
  en: ({ field }) => `${field} is required, and your profile may not write it.`,
  es: ({ field, model }, say) =>
    `Falta ${say.field(field, model)}, y tu perfil no puede escribirlo.`,
})

export const NO_FIELD = message<UnknownName & { readonly model: string }>({
  en: ({ name, model, nearest }) => OR_MEANT.en(`${model} has no field ${name}.`, nearest),
  es: ({ name, model, nearest }, say) =>
    OR_MEANT.es(`${say.model(model)} no tiene el campo ${name}.`, nearest),
})

export const NO_INPUT = message<UnknownName>({
  en: ({ name, nearest }) => OR_MEANT.en(`The action has no input ${name}.`, nearest),
  es: ({ name, nearest }) => OR_MEANT.es(`La acción no tiene el dato ${name}.`, nearest),
})

export const NO_PARAMETER = message<UnknownName>({
  en: ({ name, nearest }) => OR_MEANT.en(`There is no parameter ${name}.`, nearest),
  es: ({ name, nearest }) => OR_MEANT.es(`No hay ningún parámetro ${name}.`, nearest),
})

export const NO_FORM_FIELD = message<UnknownName>({
  en: ({ name, nearest }) => OR_MEANT.en(`The form has no field ${name}.`, nearest),
  es: ({ name, nearest }) => OR_MEANT.es(`El formulario no tiene el campo ${name}.`, nearest),
})

export const NO_FORM_FILE = message<UnknownName>({
  en: ({ name, nearest }) => OR_MEANT.en(`The form has no file ${name}.`, nearest),
  es: ({ name, nearest }) => OR_MEANT.es(`El formulario no tiene el archivo ${name}.`, nearest),
})

export const MORE_PROBLEMS = message<{ readonly shown: number }>({
  en: ({ shown }) => `There may be more problems; the first ${shown} are shown.`,
  es: ({ shown }) => `Puede haber más problemas; se muestran los primeros ${shown}.`,
})
