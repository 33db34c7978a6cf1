import { narrowOf } from '../../narrow/narrow-address.ts'
import { account } from '../../session/accounts.ts'
import { api, type Fields } from '../../session/api.ts'
import { beginningOf, firstAsked, questionOf } from './feed-question.ts'

interface Early {
  readonly question: string
  readonly answer: Promise<unknown>
}

const present: { early: Early | undefined } = { early: undefined }

/**
 * Asks for the first messages of the view that the page begins with, while the service is still asked who the person is.
 * What comes between this answer and the first event is not in it: who shows it fetches once more.
 */
export function askEarly(path: string): void {
  const narrow = narrowOf(path)
  if (narrow === undefined || account.peek() === undefined) return
  const fields = questionOf(narrow, firstAsked(beginningOf(narrow).anchor))
  const answer = api('GET', '/messages', fields)
  // Who takes it says what failed; perhaps nobody does.
  answer.catch(() => undefined)
  present.early = { question: JSON.stringify(fields), answer }
}

/** The answer that was asked for early, once, to who asks the same first of all. */
export function takeEarly(fields: Fields): Promise<unknown> | undefined {
  const { early } = present
  present.early = undefined
  return early?.question === JSON.stringify(fields) ? early.answer : undefined
}
