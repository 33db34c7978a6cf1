import { Avatar } from '../../people/avatar.tsx'
import { person } from '../../state/people/people.ts'

/** A small picture of somebody; the name stands beside it. */
export function PersonPicture({ userId }: { readonly userId: number }) {
  return <Avatar of={person(userId)} class="person-picture" />
}
