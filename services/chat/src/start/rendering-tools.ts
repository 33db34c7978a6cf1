import type { Clock } from '@oficina/kit/clock.ts'
import type { AddressGuard } from '@oficina/outbound/address-guard.ts'

import { ExternalImages } from '../files/store/external-images.ts'
import { LinkifierCache } from '../markdown/linkifier-cache.ts'
import type { Rendering } from '../markdown/rendering.ts'

// The fetcher of images from other hosts.
const EXTERNAL = '/external_content/'

interface RenderingParts {
  readonly externalImages: boolean
  /** Which addresses images may be fetched from. */
  readonly guard: AddressGuard
  readonly secret: Buffer
  readonly now: Clock
}

/** What texts are rendered with, and what fetches the images of other hosts, if messages show them. */
export function renderingTools({ externalImages, guard, secret, now }: RenderingParts): {
  readonly external: ExternalImages | undefined
  readonly rendering: Rendering
} {
  const linkifiers = new LinkifierCache()
  if (!externalImages) return { external: undefined, rendering: { now, linkifiers } }
  const external = new ExternalImages(secret, guard)
  return { external, rendering: { now, linkifiers, camo: { uri: EXTERNAL, key: external.key } } }
}
