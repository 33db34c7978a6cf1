import { language } from '@oficina/web/language.ts'

import { person } from '../../state/people/people.ts'

/** The people of a direct conversation, as a list in a sentence. */
export function directNames(userIds: readonly number[]): string {
  const names = userIds.map((id) => person(id)?.full_name ?? '…')
  return new Intl.ListFormat(language.value, { type: 'conjunction' }).format(names)
}
