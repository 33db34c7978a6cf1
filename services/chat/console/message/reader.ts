import { computed } from '@preact/signals'

import { ownAddress } from '../narrow/narrow-address.ts'
import { alertWords } from '../state/own/alert-words.ts'
import { userSettings } from '../state/own/own.ts'
import { ownId } from '../state/part.ts'
import { groups, isInGroup } from '../state/people/groups.ts'
import { people } from '../state/people/people.ts'
import { realm } from '../state/realm/realm.ts'
import type { ContentReader, Playground } from './content/content-reader.ts'

/** The person who reads, as far as it changes what messages look like. */
export const contentReader = computed<ContentReader>(() => ({
  ownUserId: ownId(),
  personName: (id) => people.peek(id)?.full_name,
  groupName: (id) => groups.peek(id)?.name,
  isOwnGroup: (id) => groups.peek(id) !== undefined && isInGroup(id),
  alertWords: alertWords.value,
  playgrounds: playgrounds.value,
  isTwentyFourHours: isTwentyFourHours.value,
  animation: animation.value,
}))

// Each for itself: whatever else changes of the organization or the settings must not make all messages anew, which
// would take the focus from what is in them.
const wirePlaygrounds = computed(() => realm.value?.['realm_playgrounds'])
const playgrounds = computed(() => playgroundsOf(wirePlaygrounds.value))
const isTwentyFourHours = computed(() => userSettings.value?.twenty_four_hour_time === true)
const animation = computed(() => animationOf(userSettings.value?.web_animate_image_previews))

/** The page of this client that a link in a message leads to, if it does. */
export function pageOfLink(address: URL): string | undefined {
  return ownAddress(address.href)
}

function animationOf(setting: string | undefined): ContentReader['animation'] {
  return setting === 'always' || setting === 'never' ? setting : 'on_hover'
}

interface RealmPlayground extends Playground {
  readonly pygments_language: string
}

const NONE: ContentReader['playgrounds'] = new Map()

function playgroundsOf(given: unknown): ContentReader['playgrounds'] {
  const found = new Map<string, Playground[]>()
  // The service's own form.
  for (const one of (given ?? []) as readonly RealmPlayground[]) {
    const known = found.get(one.pygments_language)
    if (known === undefined) found.set(one.pygments_language, [one])
    else known.push(one)
  }
  // One and the same, so that learning that there are none changes nothing.
  return found.size === 0 ? NONE : found
}
