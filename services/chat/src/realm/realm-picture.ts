/** Where an organization's own pictures are stored; null: it has none. */
export interface RealmPictures {
  readonly icon: string | null
  readonly logo: string | null
  readonly nightLogo: string | null
}

export type RealmPicture = keyof RealmPictures

interface Shown {
  /** `G` or `D`: the server's own; `U`: uploaded. */
  readonly source: string
  readonly url: string
}

const OWN: Readonly<Record<RealmPicture, Shown>> = {
  icon: { source: 'G', url: '/static/images/realm-icon.svg' },
  logo: { source: 'D', url: '/static/images/realm-logo.svg' },
  nightLogo: { source: 'D', url: '/static/images/realm-logo.svg' },
}

/** A picture as the API shows it; an uploaded picture's address changes with it, so that it may be cached for ever. */
export function shownPicture(pictures: RealmPictures, which: RealmPicture): Shown {
  const place = pictures[which]
  return place === null ? OWN[which] : { source: 'U', url: `/user_avatars/${place}` }
}
