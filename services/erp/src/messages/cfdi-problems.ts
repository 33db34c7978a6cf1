import { Message, message, spoken } from './message.ts'

// What a rule of the SAT finds wrong with a CFDI, told of the record of ours that has to be mended.

/** With the SAT's own code, such as CFDI40148, where its rules have one. */
export function withCode(what: Message | string, code: string | undefined): Message {
  return new Message((speech) =>
    code === undefined ? spoken(what, speech) : `${spoken(what, speech)} (${code})`,
  )
}

interface Broken {
  readonly what: Message
}

export const CFDI_PROBLEM = {
  company: message<Broken>({
    en: ({ what }, say) => `Empresa: ${what.in(say)}`,
    es: ({ what }, say) => `${say.model('Empresa')}: ${what.in(say)}`,
  }),
  field: message<Broken & { readonly field: string }>({
    en: ({ field, what }, say) => `${field}: ${what.in(say)}`,
    es: ({ field, what }, say) => `${say.field(field)}: ${what.in(say)}`,
  }),
  /** An attribute of the CFDI that no field of ours is for. */
  attribute: message<Broken & { readonly path: string }>({
    en: ({ path, what }, say) => `${path}: ${what.in(say)}`,
    es: ({ path, what }, say) => `${path} del CFDI: ${what.in(say)}`,
  }),
  /** Both: what of the CFDI a field of ours made. */
  made: message<Broken & { readonly field: string; readonly path: string }>({
    en: ({ field, path, what }, say) => `${field}: ${path}: ${what.in(say)}`,
    es: ({ field, path, what }, say) => `${say.field(field)} (${path} del CFDI): ${what.in(say)}`,
  }),
  /** The number of the line stands in the place as well. */
  line: message<Broken & { readonly place: string; readonly line: number; readonly field: string }>(
    {
      en: ({ place, what }, say) => `${place}: ${what.in(say)}`,
      es: ({ line, field, what }, say) => `Renglón ${line}, ${say.field(field)}: ${what.in(say)}`,
    },
  ),
}
