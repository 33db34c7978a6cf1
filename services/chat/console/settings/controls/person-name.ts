import { ownId } from '../../state/part.ts'
import { person } from '../../state/people/people.ts'
import { words } from '../../words/settings.ts'

/** What a person is called; who is not known yet is asked for. */
export function personName(id: number): string {
  return person(id)?.full_name ?? '…'
}

/** The same, and whether it is oneself. */
export function personNameOrYou(id: number): string {
  const name = personName(id)
  return id === ownId() ? words('you', { name }) : name
}
