import { act, type ActionTx } from '../../events/act.ts'
import type { Actor, OuterActor } from '../../events/actor.ts'
import { keepPicture, type PictureFile } from '../../files/actions/pictures.ts'
import type { FileTools } from '../../files/file-tools.ts'
import { emojiCode } from '../../markdown/emoji-names.ts'
import { ApiError, notFound, refusal } from '../../tenancy/api-error.ts'
import { requirePermission } from '../../tenancy/settings.ts'
import { isAdmin } from '../../tenancy/viewer.ts'
import { say } from '../../tenancy/words/say.ts'
import {
  activeEmoji,
  deactivateEmoji,
  insertEmoji,
  realmEmoji,
} from '../store/realm-emoji-store.ts'

const NAME = /^[0-9a-z_-]*[0-9a-z]$/

/** Adds a custom emoji to the organization. @throws ApiError */
export async function addEmoji(
  actor: OuterActor<FileTools>,
  name: string,
  file: PictureFile,
): Promise<void> {
  const { tools, caller, viewer } = actor
  if (!NAME.test(name)) {
    throw refusal(
      'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores, and must end with a letter or digit',
    )
  }
  await requirePermission(tools.database, tools, actor, 'can_add_custom_emoji_group')
  if (emojiCode(name) !== undefined && !isAdmin(caller)) {
    throw refusal('Only administrators can override default emoji.')
  }
  const picture = { kind: 'emoji', file, folder: `${viewer.realmId}/emoji`, name: 'emoji' } as const
  await keepPicture(tools, picture, (place) =>
    act(tools, viewer.realmId, async (tx) => {
      if ((await activeEmoji(tx, viewer.realmId, name)) !== undefined) {
        throw refusal('A custom emoji with this name already exists.')
      }
      await insertEmoji(tx, viewer.realmId, { name, place, authorId: caller.id })
      await emitEmoji(tx, actor)
    }),
  )
}

/** Deactivates an emoji: existing uses stay. @throws ApiError */
export async function removeEmoji(actor: OuterActor, name: string): Promise<void> {
  const { tools, caller, viewer } = actor
  await act(tools, viewer.realmId, async (tx) => {
    const emoji = await activeEmoji(tx, viewer.realmId, name)
    if (emoji === undefined) throw notFound(say("Emoji '%{name}' does not exist", { name }))
    if (!isAdmin(caller) && emoji.author_id !== caller.id) {
      throw new ApiError('BAD_REQUEST', 'Must be an organization administrator or emoji author')
    }
    await deactivateEmoji(tx, viewer.realmId, emoji.id)
    await emitEmoji(tx, actor)
  })
}

async function emitEmoji(tx: ActionTx, { viewer }: Actor): Promise<void> {
  const emoji = await realmEmoji(tx, viewer.realmId)
  tx.emit({ realm: 'everyone' }, { type: 'realm_emoji', op: 'update', realm_emoji: emoji })
}
