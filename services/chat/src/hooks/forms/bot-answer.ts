import { fail, ok, type Result } from '@oficina/kit/result.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * What a bot wants to say in answer to a call in Zulip's form, undefined for nothing; or what is wrong with its answer.
 * Widgets are not taken.
 */
export function zulipAnswer(text: string): Result<string | undefined, string> {
  return said(text, (fields) => {
    if (isSet(fields['response_not_required'])) return undefined
    // The older name.
    return fields['response_string'] ?? fields['content']
  })
}

/** The same in Slack's form. */
export function slackAnswer(text: string): Result<string | undefined, string> {
  return said(text, (fields) => fields['text'])
}

function said(
  text: string,
  contentOf: (fields: Fields) => unknown,
): Result<string | undefined, string> {
  const value = parsed(text)
  if (value === undefined) return fail('Invalid JSON in response')
  // Old bots say so that they have nothing to say.
  if (value === '') return ok(undefined)
  if (!isFields(value)) return fail('Invalid response format')
  const content = contentOf(value)
  if (content === undefined || content === null) return ok(undefined)
  const words = typeof content === 'string' ? content : JSON.stringify(content)
  return ok(words.trim() === '' ? undefined : words)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSet(value: unknown): boolean {
  return value === true || value === 1 || value === 'true'
}
