import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { Empty } from '@oficina/web/notice.tsx'
import { saveFile } from '@oficina/web/save-file.ts'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import type { OwnBotObject, OwnBotsAnswer } from '../../../wire/bots.ts'
import { Avatar } from '../../people/avatar.tsx'
import { api } from '../../session/api.ts'
import { ownId } from '../../state/part.ts'
import { bots } from '../../state/people/bots.ts'
import { realm } from '../../state/realm/realm.ts'
import { words as administration } from '../../words/administration.ts'
import { words } from '../../words/bots.ts'
import { words as shared } from '../../words/settings.ts'
import { may } from '../controls/may.ts'
import { SecretField } from '../controls/secret-field.tsx'
import { act } from '../frame/act.ts'
import { Ready } from '../frame/ready.tsx'
import { Section, Why } from '../frame/section.tsx'
import { AddBot } from './add-bot.tsx'
import { BotDialog } from './bot-dialog.tsx'
import { botTypeLabel, HOOK } from './bot-types.ts'
import { zuliprc } from './zuliprc.ts'

/** A bot of one's own, with its key. */
/** The person's bots with their keys. */
export function OwnBotsSection() {
  const [isAdding, setAdding] = useState(false)
  const mine = bots.values().filter((one) => one.owner_id === ownId() && one.is_active)
  // Keys stand in no event; the list is asked for again when a bot is.
  const question = mine.map((one) => `${one.user_id} ${one.email} ${one.full_name}`).join('\n')
  const loaded = useLoaded(question, (signal) => api<OwnBotsAnswer>('GET', '/bots', {}, { signal }))
  const mayAdd = may('can_create_bots_group') || may('can_create_write_only_bots_group')
  return (
    <Section
      help={words('ownHelp')}
      actions={
        mayAdd && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            {words('add')}
          </Button>
        )
      }
    >
      {!mayAdd && <Why>{words('mayNotAny')}</Why>}
      <Ready loaded={loaded}>
        {({ bots: all }) =>
          all.length === 0 ? (
            <Empty title={words('none')} />
          ) : (
            <ul class="bot-cards">
              {all.map((one) => (
                <BotCard
                  key={one.username}
                  one={one}
                  known={mine.find(({ email }) => email === one.username)}
                  reload={loaded.reload}
                />
              ))}
            </ul>
          )
        }
      </Ready>
      {isAdding && <AddBot onClose={() => setAdding(false)} />}
    </Section>
  )
}

interface BotCardProps {
  readonly one: OwnBotObject
  readonly known: { readonly user_id: number; readonly bot_type: number } | undefined
  readonly reload: () => void
}

function BotCard({ one, known, reload }: BotCardProps) {
  const [isOpen, setOpen] = useState(false)
  const { username, full_name: name, api_key: key } = one
  const site = realm.value?.realm_url ?? location.origin
  const regenerate = async (id: number): Promise<void> => {
    const isMeant = await ask({
      title: words('newKey'),
      text: words('newKeyText'),
      confirm: words('newKey'),
      isDangerous: true,
    })
    if (isMeant && (await act(() => api('POST', `/bots/${id}/api_key/regenerate`)))) reload()
  }
  const download = (): void =>
    saveFile(new Blob([zuliprc({ email: username, key, site })]), 'zuliprc')
  return (
    <li class="bot-card">
      <header>
        <Avatar
          of={{ user_id: known?.user_id ?? 0, full_name: name, avatar_url: one.avatar_url }}
        />
        <div>
          <h2>{name}</h2>
          <p class="muted">
            {username}
            {known !== undefined && ` · ${botTypeLabel(known.bot_type)}`}
          </p>
        </div>
      </header>
      <SecretField label={words('key')} value={key} />
      {known?.bot_type === HOOK && (
        <SecretField
          label={words('hookUrl')}
          help={words('hookUrlHelp')}
          value={`${site}/api/v1/external/json?api_key=${key}&stream=general&topic=`}
        />
      )}
      <div class="row">
        <Button onClick={download}>{words('rc')}</Button>
        {known !== undefined && (
          <>
            <Button onClick={() => void regenerate(known.user_id)}>{words('newKey')}</Button>
            <Button aria-label={words('edit', { name })} onClick={() => setOpen(true)}>
              {shared('edit')}
            </Button>
            <Button
              kind="danger"
              aria-label={administration('deactivateOf', { name })}
              onClick={() => void deactivateBot(known.user_id, name)}
            >
              {administration('deactivate')}
            </Button>
          </>
        )}
      </div>
      {isOpen && known !== undefined && (
        <BotDialog id={known.user_id} onClose={() => setOpen(false)} />
      )}
    </li>
  )
}

export async function deactivateBot(id: number, name: string): Promise<void> {
  const isMeant = await ask({
    title: administration('deactivateOf', { name }),
    text: administration('deactivateBotText'),
    confirm: administration('deactivate'),
    isDangerous: true,
  })
  if (isMeant) await act(() => api('DELETE', `/bots/${id}`))
}
