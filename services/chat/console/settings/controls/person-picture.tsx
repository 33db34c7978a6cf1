/** Somebody's own picture. Where they have none, or it lies elsewhere, the first letter of their name. */
export function PersonPicture({
  url,
  name,
  size,
}: {
  readonly url: string | null | undefined
  readonly name: string
  readonly size: number
}) {
  // Pictures come from the service alone: another host's would be told who looks.
  if (url?.startsWith('/user_avatars/') === true) {
    return <img class="person-picture" src={url} alt="" width={size} height={size} loading="lazy" />
  }
  const [initial = ''] = name
  return (
    <span
      class="person-picture"
      aria-hidden="true"
      style={{ width: `${size}px`, height: `${size}px`, fontSize: `${size / 2.4}px` }}
    >
      {initial.toUpperCase()}
    </span>
  )
}
