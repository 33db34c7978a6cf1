import { message } from './message.ts'

// What a rule on segregation of duties keeps apart.

interface OfRule {
  readonly rule: string
  readonly name: string
}

interface OfDeed extends OfRule {
  /** The right that was used before. */
  readonly deed: string
  readonly model: string
  readonly id: string
  /** The right that is about to be used. */
  readonly right: string
}

export const DID_THE_OTHER = message<OfDeed>({
  en: ({ rule, name, deed, model, id, right }) =>
    `The rule ${rule} (${name}): you did ${deed} on ${model} ${id}, so ${right} is another’s to do.`,
  es: ({ rule, name, deed, model, id, right }, say) =>
    `Regla ${rule} (${name}): tú hiciste ${say.field(deed)} en ${say.model(model)} ${id}, así que ${say.field(right)} le toca a otra persona.`,
})

/** The same of a rule that holds where the company has said nothing else. */
export const DID_THE_OTHER_BY_DEFAULT = message<
  OfDeed & { readonly keys: readonly [string, string] }
>({
  en: ({ rule, name, deed, model, id, right, keys: [one, other] }) =>
    [
      `The rule ${rule} (${name}): you did ${deed} on ${model} ${id}, so ${right} is another’s to do,`,
      `unless an administrator writes a ReglaSegregacion for ${one} and ${other}.`,
    ].join(' '),
  es: ({ rule, name, deed, model, id, right, keys: [one, other] }, say) =>
    [
      `Regla ${rule} (${name}): tú hiciste ${say.field(deed)} en ${say.model(model)} ${id}, así que ${say.field(right)} le toca a otra persona,`,
      `salvo que un administrador escriba en ${say.model('ReglaSegregacion')} otra regla para ${one} y ${other}.`,
    ].join(' '),
})

export const WOULD_HAVE_BOTH = message<
  OfRule & { readonly user: string; readonly rights: readonly [string, string] }
>({
  en: ({ rule, name, user, rights }) =>
    `The rule ${rule} (${name}): ${user} would have both ${rights[0]} and ${rights[1]}.`,
  es: ({ rule, name, user, rights }) =>
    `Regla ${rule} (${name}): ${user} tendría a la vez ${rights[0]} y ${rights[1]}.`,
})
