import type { TextForm } from '../dictionary/text-forms.ts'
import { message, type Message } from './message.ts'

// What a value must be: sentences without their subject, which `FIELD_IS` puts before them.

export const MUST_BE_TEXT = message({
  en: () => 'must be a text',
  es: () => 'debe ser un texto',
})

export const NO_NULL_BYTES = message({
  en: () => 'must not contain null bytes',
  es: () => 'no debe contener caracteres nulos',
})

export const WELL_FORMED = message({
  en: () => 'must be well-formed Unicode, without lone surrogates',
  es: () => 'debe ser Unicode bien formado, sin mitades de caracteres',
})

export const AT_MOST_CHARACTERS = message<{ readonly most: number }>({
  en: ({ most }) => `must have at most ${most} characters`,
  es: ({ most }) => `debe tener como máximo ${most} caracteres`,
})

export const AT_LEAST_CHARACTERS = message<{ readonly least: number }>({
  en: ({ least }) => `must have at least ${least} characters`,
  es: ({ least }) => `debe tener al menos ${least} caracteres`,
})

export const ONE_OF = message<{ readonly values: readonly string[] }>({
  en: ({ values }) => `must be one of ${values.join(', ')}`,
  es: ({ values }) => `debe ser uno de estos valores: ${values.join(', ')}`,
})

export const WHOLE_NUMBER = message({
  en: () => 'must be a whole number',
  es: () => 'debe ser un número entero',
})

export const ID_OF = message<{ readonly model: string }>({
  en: ({ model }) => `must be the id of a record of ${model}`,
  es: ({ model }, say) => `debe ser el id de un registro de ${say.model(model)}`,
})

export const DIGITS = message<{ readonly before: number; readonly after: number }>({
  en: ({ before, after }) =>
    `must be a number with at most ${before} digits before and ${after} after the point`,
  es: ({ before, after }) =>
    `debe ser un número con un máximo de ${before} cifras antes del punto y ${after} después`,
})

export const NUMBER = message({
  en: () => 'must be a number such as 12.50',
  es: () => 'debe ser un número, como 12.50',
})

export const A_DATE = message({
  en: () => 'must be a date as YYYY-MM-DD',
  es: () => 'debe ser una fecha en la forma AAAA-MM-DD',
})

export const AN_INSTANT = message({
  en: () => 'must be an instant in ISO 8601',
  es: () => 'debe ser un instante según ISO 8601',
})

export const INSTANT_SUCH_AS = message({
  en: () => 'must be an instant in ISO 8601, such as 2026-03-02T15:00:00Z',
  es: () => 'debe ser un instante según ISO 8601, como 2026-03-02T15:00:00Z',
})

export const BOOLEAN = message({
  en: () => 'must be true or false',
  es: () => 'debe ser true (sí) o false (no)',
})

export const TOO_LARGE = message({
  en: () => 'is too large',
  es: () => 'es demasiado grande',
})

export const NOT_COMPARED = message({
  en: () => 'cannot be compared; only __null applies',
  es: () => 'no se puede comparar; sólo admite __null',
})

/** What texts of a fixed form are. @source docs/decisions/0208-erp-text-forms.md */
export const FORM: Readonly<Record<TextForm, () => Message>> = {
  rfc: message({
    en: () => 'must be an RFC: three or four letters, a day as YYMMDD and three more characters',
    es: () => 'debe ser un RFC: tres o cuatro letras, una fecha como AAMMDD y tres caracteres más',
  }),
  email: message({
    en: () => 'must be one mail address, such as ventas@empresa.example',
    es: () => 'debe ser una sola dirección de correo, como ventas@empresa.example',
  }),
  curp: message({
    en: () => 'must be a CURP: 18 characters with a day that exists and the right last digit',
    es: () =>
      'debe ser una CURP: 18 caracteres con una fecha que exista y el último dígito correcto',
  }),
  nss: message({
    en: () => 'must be a social security number: eleven digits with the right last one',
    es: () => 'debe ser un número de seguridad social: once dígitos con el último correcto',
  }),
  clabe: message({
    en: () => 'must be a CLABE: eighteen digits with the right last one',
    es: () => 'debe ser una CLABE: dieciocho dígitos con el último correcto',
  }),
  uuid: message({
    en: () =>
      'must be a UUID: 32 hexadecimal digits as 8-4-4-4-12, such as 6128396F-C09B-4EC6-8699-43C5F7E3B230',
    es: () =>
      'debe ser un UUID: 32 cifras hexadecimales como 8-4-4-4-12, por ejemplo 6128396F-C09B-4EC6-8699-43C5F7E3B230',
  }),
  postal_code: message({
    en: () => 'must be a postal code of five digits',
    es: () => 'debe ser un código postal de cinco dígitos',
  }),
  time: message({
    en: () => 'must be a time of day as HH:MM, from 00:00 to 23:59',
    es: () => 'debe ser una hora como HH:MM, de 00:00 a 23:59',
  }),
}

/** A field and what is wrong with its value. */
export const FIELD_IS = message<{
  readonly field: string
  readonly model?: string | undefined
  readonly what: Message
}>({
  en: ({ field, what }, say) => `${field} ${what.in(say)}.`,
  es: ({ field, model, what }, say) => `${say.field(field, model)} ${what.in(say)}.`,
})
