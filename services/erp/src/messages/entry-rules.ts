import { message, spoken, type Message } from './message.ts'

// Why the rules of a company make no entry of what happened to a document.

interface OfRule {
  /** Its key. */
  readonly rule: string
}

export const NO_ENTRY_RULE = message<{ readonly model: string; readonly event: string }>({
  en: ({ model, event }) =>
    `The journal entry cannot be made: the company has no active ReglaContable for ${model} and ${event}.`,
  es: ({ model, event }, say) =>
    `No se puede hacer la póliza: la empresa no tiene ninguna regla contable activa de ${say.model(model)} para ${say.field(event)}.`,
})

export const ENTRY_RULE_UNBALANCED = message<
  OfRule & { readonly debits: string; readonly credits: string }
>({
  en: ({ rule, debits, credits }) =>
    `The journal entry cannot be made: the rule ${rule} gives debits of ${debits} and credits of ${credits}.`,
  es: ({ rule, debits, credits }, say) =>
    `No se puede hacer la póliza: la regla ${rule} da cargos por ${say.amount(debits)} y abonos por ${say.amount(credits)}.`,
})

export const ENTRY_RULE_CONDITION = message<OfRule & { readonly why: Message | string }>({
  en: ({ rule, why }, say) =>
    `The journal entry cannot be made: the condition of the rule ${rule}: ${spoken(why, say)}.`,
  es: ({ rule, why }, say) =>
    `No se puede hacer la póliza: la condición de la regla ${rule} está mal: ${spoken(why, say)}.`,
})

interface OfLine extends OfRule {
  readonly line: number
}

export const RULE_AMOUNT_UNKNOWN = message<
  OfLine & { readonly amount: string; readonly allowed: readonly string[] }
>({
  en: ({ rule, line, amount, allowed }) =>
    `The journal entry cannot be made: line ${line} of the rule ${rule} has the importe ${amount}; allowed are ${allowed.join(', ')}.`,
  es: ({ rule, line, amount, allowed }, say) =>
    `No se puede hacer la póliza: el renglón ${line} de la regla ${rule} tiene el importe ${amount}; puede ser ${say.any(allowed)}.`,
})

export const RULE_ORIGIN_UNKNOWN = message<
  OfLine & { readonly origin: string; readonly allowed: readonly string[] }
>({
  en: ({ rule, line, origin, allowed }) =>
    `The journal entry cannot be made: line ${line} of the rule ${rule} takes its account from ${origin}; it may be one of ${allowed.join(', ')}.`,
  es: ({ rule, line, origin, allowed }, say) =>
    `No se puede hacer la póliza: el renglón ${line} de la regla ${rule} toma su cuenta de ${origin}; puede ser de ${say.any(allowed)}.`,
})

export const RULE_LINE_WITHOUT_ACCOUNT = message<OfLine>({
  en: ({ rule, line }) =>
    `The journal entry cannot be made: line ${line} of the rule ${rule} has no account.`,
  es: ({ rule, line }) =>
    `No se puede hacer la póliza: el renglón ${line} de la regla ${rule} no tiene cuenta.`,
})

export const RULE_ACCOUNT_NOT_GIVEN = message<
  OfLine & { readonly origin: string; readonly model: string; readonly record: string }
>({
  en: ({ rule, line, origin, model, record }) =>
    `The journal entry cannot be made: line ${line} of the rule ${rule} takes its account from ${origin}, ` +
    `which ${model} ${record} does not have, and names no account for that.`,
  es: ({ rule, line, origin, model, record }, say) =>
    `No se puede hacer la póliza: el renglón ${line} de la regla ${rule} toma su cuenta de ${origin}, ` +
    `que ${say.model(model)} ${record} no tiene, y no nombra otra para ese caso.`,
})

export const RULE_ACCOUNT_GONE = message<OfLine>({
  en: ({ rule, line }) =>
    `The journal entry cannot be made: line ${line} of the rule ${rule} names an account that does not exist.`,
  es: ({ rule, line }) =>
    `No se puede hacer la póliza: el renglón ${line} de la regla ${rule} nombra una cuenta que no existe.`,
})

export const RULE_ACCOUNT_CANNOT = message<
  OfLine & { readonly account: string; readonly what: Message }
>({
  en: ({ rule, line, account, what }, say) =>
    `The journal entry cannot be made: line ${line} of the rule ${rule} uses the account ${account}, which ${what.in(say)}.`,
  es: ({ rule, line, account, what }, say) =>
    `No se puede hacer la póliza: el renglón ${line} de la regla ${rule} usa la cuenta ${account}, que ${what.in(say)}.`,
})
