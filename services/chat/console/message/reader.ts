import { computed } from '@preact/signals'

import { ownAddress } from '../narrow/narrow-address.ts'
import { alertWords } from '../state/alert-words.ts'
import { groups, isInGroup } from '../state/groups.ts'
import { userSettings } from '../state/own.ts'
import { ownId } from '../state/part.ts'
import { people } from '../state/people.ts'
import { realm } from '../state/realm.ts'
import type { ContentReader, Playground } from './content/content-reader.ts'

/** The person who reads, as far as it changes what messages look like. */
export const contentReader = computed<ContentReader>(() => {
  const settings = userSettings.value
  return {
    ownUserId: ownId(),
    personName: (id) => people.peek(id)?.full_name,
    groupName: (id) => groups.peek(id)?.name,
    isOwnGroup: (id) => groups.peek(id) !== undefined && isInGroup(id),
    alertWords: alertWords.value,
    playgrounds: playgroundsOf(realm.value?.['realm_playgrounds']),
    isTwentyFourHours: settings?.twenty_four_hour_time === true,
    animation: animationOf(settings?.web_animate_image_previews),
  }
})

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

function playgroundsOf(given: unknown): ContentReader['playgrounds'] {
  const found = new Map<string, Playground[]>()
  // The service's own form.
  for (const one of (given ?? []) as readonly RealmPlayground[]) {
    const known = found.get(one.pygments_language)
    if (known === undefined) found.set(one.pygments_language, [one])
    else known.push(one)
  }
  return found
}
