import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'

import { api } from '../../session/api.ts'
import type { Person } from '../../state/people/people.ts'
import { words } from '../../words/administration.ts'
import { words as shared } from '../../words/settings.ts'
import { act } from '../frame/act.ts'

export interface PersonActionsProps {
  readonly one: Person
  readonly onEdit: () => void
}

/** What an administrator does with a person or a bot. */
export function PersonActions({ one, onEdit }: PersonActionsProps) {
  const { full_name: name } = one
  if (!one.is_active) {
    return (
      <Button
        kind="quiet"
        aria-label={words('reactivateOf', { name })}
        onClick={() => void reactivate(one)}
      >
        {words('reactivate')}
      </Button>
    )
  }
  return (
    <>
      <Button kind="quiet" aria-label={words('editOf', { name })} onClick={onEdit}>
        {shared('edit')}
      </Button>
      <Button
        kind="quiet"
        aria-label={words('deactivateOf', { name })}
        onClick={() => void deactivate(one)}
      >
        {words('deactivate')}
      </Button>
    </>
  )
}

/** @returns whether it was done */
async function deactivate({
  user_id: id,
  full_name: name,
  is_bot: isBot,
}: Person): Promise<boolean> {
  const isMeant = await ask({
    title: words('deactivateOf', { name }),
    text: isBot ? words('deactivateBotText') : words('deactivatePersonText'),
    confirm: words('deactivate'),
    isDangerous: true,
  })
  return (
    isMeant &&
    (await act(
      () => api('DELETE', isBot ? `/bots/${id}` : `/users/${id}`),
      words('deactivated', { name }),
    ))
  )
}

async function reactivate({ user_id: id, full_name: name }: Person): Promise<void> {
  await act(() => api('POST', `/users/${id}/reactivate`), words('reactivated', { name }))
}
