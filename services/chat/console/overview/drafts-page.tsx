import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { formatAgo, formatInstant } from '@oficina/web/formats.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { deleteDraft, saveDraft, targetOfDraft } from '../compose/sending/draft-store.ts'
import { drafts, type Draft } from '../state/own/drafts.ts'
import { isLaterKnown } from '../state/own/later-known.ts'
import { nowSeconds } from '../state/people/presence.ts'
import { words } from '../words/overview.ts'
import { goOnWith } from './go-on.ts'
import { KeptList, Where, type Kept } from './kept-list.tsx'

/** What the person began to write and did not send, the latest first. */
export function DraftsPage() {
  const all = drafts.values().toSorted((one, other) => other.timestamp - one.timestamp)
  return (
    <KeptList
      title={words('drafts')}
      items={isLaterKnown.value ? all.map(keptOf) : undefined}
      emptyTitle={words('noDrafts')}
      emptyText={words('noDraftsText')}
      acts={
        <Button kind="danger" onClick={() => void removeAll(all)}>
          {words('removeAll')}
        </Button>
      }
    />
  )
}

function keptOf(draft: Draft): Kept {
  const target = targetOfDraft(draft)
  const at = new Date(draft.timestamp * 1000).toISOString()
  const open = (): void => goOnWith(target, { content: draft.content, draftId: draft.id })
  const remove = (): void => void removeDraft(draft)
  return {
    key: String(draft.id),
    where: <Where target={target} />,
    when: (
      <time dateTime={at} title={formatInstant(at)}>
        {formatAgo(at, new Date(nowSeconds() * 1000))}
      </time>
    ),
    body: <p class="kept-text">{draft.content}</p>,
    acts: (
      <>
        <Button onClick={open}>{words('goOn')}</Button>
        <Button kind="danger" onClick={remove}>
          {words('remove')}
        </Button>
      </>
    ),
    open,
    remove,
  }
}

async function removeDraft(draft: Draft): Promise<void> {
  await deleteDraft(draft.id)
  toast({
    text: words('draftRemoved'),
    action: {
      label: words('undo'),
      run: () => void saveDraft(targetOfDraft(draft), draft.content, undefined),
    },
  })
}

async function removeAll(all: readonly Draft[]): Promise<void> {
  const isSure = await ask({
    title: words('removeAll'),
    text: words('removeAllText', { count: all.length }),
    confirm: words('removeAll'),
    isDangerous: true,
  })
  if (!isSure) return
  for (const { id } of all) await deleteDraft(id)
}
