import type { Tx } from '@oficina/kit/database.ts'

import { keptLinkifiers } from '../markdown/kept-linkifiers.ts'
import { namesIn } from '../markdown/names.ts'
import { renderMarkdown, type Rendered } from '../markdown/render.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../realm/realm-settings.ts'
import { isGuest, type Viewer } from '../realm/viewer.ts'
import { renderFacts, type RenderFacts } from '../store/render-store.ts'
import type { Realm } from '../store/user-store.ts'

interface RenderRequest {
  readonly realm: Pick<Realm, 'url' | 'settings'>
  readonly viewer: Viewer
  /** The conversation whose readers' alert words count; null for text that nobody is alerted by. */
  readonly recipientId: number | null
  readonly areWildcardsAllowed: boolean
}

export interface RenderedContent extends Rendered {
  readonly facts: RenderFacts
}

/** Renders a text of a user with what it names, as far as that user may know it. */
export async function renderContent(
  tx: Tx,
  text: string,
  { realm, viewer, recipientId, areWildcardsAllowed }: RenderRequest,
): Promise<RenderedContent> {
  const names = namesIn(text)
  const pieces = recipientId === null ? [] : piecesOf(text)
  const facts = await renderFacts(
    tx,
    { ...viewer, isGuest: isGuest(viewer) },
    { ...names, pieces },
    recipientId,
  )
  const users = facts.users.map(({ id, full_name: fullName }) => ({ id, fullName }))
  const groups = byLowerName(facts.groups)
  const channels = byLowerName(facts.channels)
  const emoji = new Map(facts.emoji.map((one) => [one.name, one]))
  const rendered = renderMarkdown(text, {
    realmUrl: realm.url,
    users: {
      byName: (name) =>
        users.filter(({ fullName }) => fullName.toLowerCase() === name.toLowerCase()),
      byId: (id) => users.find((user) => user.id === id),
    },
    groups: { byName: (name) => groups.get(name.toLowerCase()) },
    channels: { byName: (name) => channels.get(name.toLowerCase()) },
    emoji: {
      byName: (name) => {
        const found = emoji.get(name)
        return found === undefined
          ? undefined
          : { id: String(found.id), sourceUrl: `/user_avatars/${found.path}` }
      },
    },
    linkifiers: keptLinkifiers(facts.linkifiers),
    alertWords: facts.alert_words.map(({ user_id: userId, words }) => ({ userId, words })),
    emptyTopicName: EMPTY_TOPIC_DISPLAY_NAME,
    translateEmoticons: false,
    inlineImagePreview: realm.settings.inline_image_preview,
    wildcardsAllowed: areWildcardsAllowed,
  })
  return { ...rendered, facts }
}

function byLowerName<T extends { readonly name: string }>(
  rows: readonly T[],
): ReadonlyMap<string, T> {
  return new Map(rows.map((row) => [row.name.toLowerCase(), row]))
}

/** The pieces by which alert words are looked up. */
function piecesOf(text: string): readonly string[] {
  return [...new Set(['', ...(text.match(/[^ \t\n\r!-/:-@[-`{-~]+/g) ?? [])])]
}
