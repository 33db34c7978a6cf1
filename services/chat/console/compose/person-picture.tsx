import { person } from '../state/people.ts'

/** A small picture of somebody, or the first letter of their name; the name itself stands beside it. */
export function PersonPicture({ userId }: { readonly userId: number }) {
  const one = person(userId)
  const url = one?.avatar_url
  // Pictures of other hosts are not asked for: who looks at whom is nobody's there.
  if (
    url === undefined ||
    url === null ||
    URL.parse(url, location.href)?.origin !== location.origin
  ) {
    return (
      <span class="person-picture letter" aria-hidden="true">
        {(one?.full_name ?? '').slice(0, 1).toUpperCase()}
      </span>
    )
  }
  return <img class="person-picture" src={url} alt="" loading="lazy" />
}
