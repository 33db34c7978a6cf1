import type { Clock } from '@oficina/kit/clock.ts'
import { addressGuard } from '@oficina/outbound/address-guard.ts'

import { ExternalImages } from '../files/store/external-images.ts'
import { LinkifierCache } from '../markdown/linkifier-cache.ts'
import type { Rendering } from '../markdown/rendering.ts'

// The fetcher of images from other hosts.
const EXTERNAL = '/external_content/'

/** What texts are rendered with, and what fetches the images of other hosts, if messages show them. */
export function renderingTools(
  config: { readonly externalImages: boolean; readonly outboundAllow: string },
  secret: Buffer,
  now: Clock,
): { readonly external: ExternalImages | undefined; readonly rendering: Rendering } {
  const linkifiers = new LinkifierCache()
  if (!config.externalImages) return { external: undefined, rendering: { now, linkifiers } }
  const guard = addressGuard(config.outboundAllow, 'CHAT_OUTBOUND_ALLOW')
  const external = new ExternalImages(secret, guard)
  return { external, rendering: { now, linkifiers, camo: { uri: EXTERNAL, key: external.key } } }
}
